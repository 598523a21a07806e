import { IDENTITY } from '../../domain/speakers/identities.js';
import type { Voiceprint } from '../../domain/speakers/voice-engine.js';
import { nobody, recognized } from './identity-news.js';
import type { KnownSpeaker, StreamVoices } from './ports.js';
import type { SessionVoicesOptions } from './session-voices.js';

export interface RecognizedPeopleOptions extends Pick<
  SessionVoicesOptions,
  'orgId' | 'sessionId' | 'call' | 'say' | 'checkpointSoon'
> {
  readonly people: StreamVoices['people'];
  /** Takes back what was told, also for observers who join later. */
  readonly unsay: (identities: readonly ReturnType<typeof nobody>[]) => void;
  /** A voice is nobody's that can be compared. */
  readonly onUnknown: (isCurrent: () => boolean) => Promise<void>;
}

/** Which voices of a call belong to enrolled people, and what changes about that while more is heard (RT91). */
export class RecognizedPeople {
  private readonly bySpeaker: Map<string, KnownSpeaker>;

  constructor(
    saved: readonly KnownSpeaker[],
    private readonly options: RecognizedPeopleOptions,
  ) {
    this.bySpeaker = new Map(saved.map((known) => [known.speaker, known]));
  }

  all(): readonly KnownSpeaker[] {
    return [...this.bySpeaker.values()];
  }

  /** These people were deleted. */
  forget(gone: ReadonlySet<string>): void {
    const speakers = this.all().filter(({ person }) => gone.has(person));
    for (const { speaker } of speakers) this.drop(speaker);
    this.options.unsay(speakers.map(({ speaker }) => nobody(speaker)));
  }

  /**
   * Finds whose voice it is.
   * @param isCurrent false once everything was deleted, so that nothing is told any more
   * @returns `nobody` when that was told, so that the voice is not compared again
   */
  async compare(
    speaker: string,
    voiceprint: Voiceprint,
    isCurrent: () => boolean,
  ): Promise<'nobody' | undefined> {
    const { people, orgId, onUnknown, say } = this.options;
    const before = this.bySpeaker.get(speaker);
    // In another process a voice is heard from its beginning again: less speech than before changes no mind.
    if (before !== undefined && voiceprint.speechSeconds <= before.evidenceSeconds) return undefined;
    const person = await people.recognize(orgId, voiceprint);
    if (!isCurrent()) return undefined;
    if (person !== undefined) {
      if (before?.person === person.speakerId)
        this.bySpeaker.set(speaker, { ...before, evidenceSeconds: person.evidenceSeconds });
      else await this.resolve(speaker, person, before, isCurrent);
      return undefined;
    }
    if (before !== undefined) {
      await this.doubt(before, voiceprint, isCurrent);
      return undefined;
    }
    await onUnknown(isCurrent);
    if (!isCurrent() || voiceprint.speechSeconds < IDENTITY.giveUpAfterSeconds) return undefined;
    say([nobody(speaker, voiceprint.speechSeconds)]);
    return 'nobody';
  }

  private async resolve(
    speaker: string,
    person: NonNullable<Awaited<ReturnType<StreamVoices['people']['recognize']>>>,
    before: KnownSpeaker | undefined,
    isCurrent: () => boolean,
  ): Promise<void> {
    const { people, orgId, sessionId, call, say, unsay, checkpointSoon } = this.options;
    const { speakerId, evidenceSeconds } = person;
    const linked = await people.link({ orgId, sessionId, speaker, speakerId, evidenceSeconds });
    const usual = linked ? await people.baseline(orgId, speakerId) : undefined;
    // The consent was withdrawn during the comparison: nobody was recognized.
    if (!linked || !isCurrent()) return;
    this.bySpeaker.set(speaker, { speaker, person: speakerId, evidenceSeconds });
    if (before !== undefined || usual !== undefined) call().resumeBaseline(speaker, usual);
    const news = recognized(speaker, person, before?.person);
    if (before === undefined) say([news]);
    else {
      unsay([news]);
      checkpointSoon();
    }
  }

  /** Takes an identity back when more speech makes it likelier that the voice is somebody else's. */
  private async doubt(
    { speaker, person }: KnownSpeaker,
    voiceprint: Voiceprint,
    isCurrent: () => boolean,
  ): Promise<void> {
    const { people, orgId, sessionId, unsay, checkpointSoon } = this.options;
    const ratio = await people.ratio(orgId, person, voiceprint);
    if (ratio === undefined || ratio >= 0 || !isCurrent()) return;
    this.drop(speaker);
    unsay([nobody(speaker, voiceprint.speechSeconds, person)]);
    checkpointSoon();
    await people.unlink(orgId, sessionId, speaker);
  }

  private drop(speaker: string): void {
    this.bySpeaker.delete(speaker);
    this.options.call().resumeBaseline(speaker, undefined);
  }
}
