import type { Baseline } from '../call/emotion/baseline.js';
import { baselineSchema } from '../call/emotion/baseline.js';
import type { Candidate, SpeakerStore, SpeakerLink } from './speaker-store.js';
import type { TemplateVault } from './template-vault.js';
import { openProfile, sealProfile } from './sealed-profile.js';
import { coversGrowth } from './voice-consent.js';
import { addToProfile, sizeOf, type VoiceProfile, voiceOfProfile } from './voice-profile.js';
import type { KnownVoice, VoiceComparison, VoiceEngine, Voiceprint } from './voice-engine.js';

export const IDENTITY = {
  /**
   * How much likelier the best person must be than the second, as a natural logarithm: three times. If the
   * model cannot tell two people apart, neither is recognized; it must not pick one by chance.
   */
  margin: Math.log(3),
  /** If a voice is not recognized after this much speech, it is not compared any more. In seconds. */
  giveUpAfterSeconds: 40,
} as const;

/** A person who was recognized. */
export interface Recognition {
  readonly speakerId: string;
  readonly label: string;
  /** The amount of speech behind the recognition, in seconds. */
  readonly evidenceSeconds: number;
  /** Natural logarithm of how much likelier the voice is this person's than another's; calibrated. */
  readonly logLikelihoodRatio: number;
}

interface KnownPerson extends KnownVoice {
  readonly label: string;
}

/** Whose voice it most likely is, and everybody, in the order in which they were enrolled. */
interface Nearest {
  readonly person: KnownPerson;
  readonly logLikelihoodRatio: number;
  readonly known: readonly KnownPerson[];
  readonly voices: VoiceComparison;
}

export interface IdentitiesOptions {
  readonly store: SpeakerStore;
  readonly vault: TemplateVault;
  readonly engine: Pick<VoiceEngine, 'comparison'>;
  readonly nowMs: () => number;
  /** Called for a stored voice or baseline that cannot be opened or decoded. It is skipped; all others are still used. */
  readonly onUnreadable: (error: unknown, speakerId: string) => void;
}

/**
 * Finds whose voice it is among the people of one organization, and stores what is remembered of them. Nothing
 * is cached: after a person withdraws consent, the next comparison on every relay no longer finds that person.
 */
export class Identities {
  private readonly options: IdentitiesOptions;

  constructor(options: IdentitiesOptions) {
    this.options = options;
  }

  /**
   * @returns undefined if the voice is nobody's, or could be that of two people. Somebody who was enrolled twice under one name is
   *   one person.
   */
  async recognize(orgId: string, voiceprint: Voiceprint): Promise<Recognition | undefined> {
    const found = await this.nearest(orgId, voiceprint);
    if (found === undefined) return undefined;
    const { person, logLikelihoodRatio, known, voices } = found;
    const asLikely = known.filter(({ voiceprint: theirs }) => {
      return logLikelihoodRatio - voices.score(voiceprint, theirs).logLikelihoodRatio < IDENTITY.margin;
    });
    if (!asLikely.every((other) => other === person || isTwin(other, person, voices))) return undefined;
    // The one who was enrolled first, so that it is the same one in every call.
    const { id: speakerId, label } = asLikely[0] ?? person;
    return { speakerId, label, evidenceSeconds: voiceprint.speechSeconds, logLikelihoodRatio };
  }

  /**
   * As whom a voice would be recognized that is enrolled now: perhaps one person, enrolled twice. Under two names, both are then often
   * recognized as nobody.
   * @param own who is enrolled
   */
  async resembled(orgId: string, own: string, voiceprint: Voiceprint): Promise<string | undefined> {
    return (await this.nearest(orgId, voiceprint, own))?.person.id;
  }

  /**
   * How much likelier a voice is this person's than another's, as a natural logarithm.
   * @returns undefined if the person is gone, or another model heard the person
   */
  async ratio(orgId: string, speakerId: string, voiceprint: Voiceprint): Promise<number | undefined> {
    const kept = await this.voiceOf(orgId, speakerId);
    if (kept === undefined || kept === 'enroll_again') return undefined;
    return (await this.comparison()).score(kept, voiceprint).logLikelihoodRatio;
  }

  /**
   * Adds how a person sounded in a call to the profile, where the person's consent covers that, and all that was heard of the voice
   * is recognized as theirs.
   * @returns whether it was added
   */
  async grow(orgId: string, speakerId: string, heard: Voiceprint): Promise<boolean> {
    const { store } = this.options;
    const owner = await store.find(orgId, speakerId, this.now());
    // Most people's consent does not cover it, and a comparison reads everybody's voice.
    if (owner === undefined || !coversGrowth(owner.consent.scope)) return false;
    const voices = await this.comparison();
    if (heard.speechSeconds < voices.thresholds.enrollSpeechSeconds) return false;
    const person = await this.recognize(orgId, heard);
    if (person?.speakerId !== speakerId) return false;
    return store.grow(orgId, speakerId, this.now(), (candidate, consent) => {
      if (!coversGrowth(consent)) return undefined;
      const profile = this.open(orgId, candidate, voices);
      if (profile === undefined) return undefined;
      const grown = addToProfile(profile, heard, voices);
      const sealed = sealProfile(this.options.vault, voices, grown, { orgId, speakerId });
      return { sealed, ...sizeOf(grown) };
    });
  }

  /**
   * How many people were enrolled with another model than the one in use. They are not compared until they
   * are enrolled again.
   */
  async outdated(orgId: string): Promise<number> {
    const { store, engine } = this.options;
    const candidates = await store.candidates(orgId, this.now());
    if (candidates.length === 0) return 0;
    const { space } = await engine.comparison();
    return candidates.filter((candidate) => candidate.space !== space).length;
  }

  /**
   * The voice of one person, to recognize it in one call.
   * @returns `enroll_again` if the voice is stored but cannot be compared, undefined if there is no such
   *   person
   */
  async voiceOf(orgId: string, speakerId: string): Promise<Voiceprint | 'enroll_again' | undefined> {
    const { store, engine } = this.options;
    const all = await store.candidates(orgId, this.now());
    const candidate = all.find((each) => each.speakerId === speakerId);
    if (candidate === undefined) return undefined;
    const voices = await engine.comparison();
    const profile = this.open(orgId, candidate, voices);
    return profile === undefined ? 'enroll_again' : voiceOfProfile(profile, voices);
  }

  comparison(): Promise<VoiceComparison> {
    return this.options.engine.comparison();
  }

  /** Stores whose voice it is in a session. @returns false if the person no longer exists */
  link(link: Omit<SpeakerLink, 'at'>): Promise<boolean> {
    return this.options.store.link({ ...link, at: this.now() });
  }

  /** Deletes who was recognized in a session, or as one voice of it. */
  unlink(orgId: string, sessionId: string, speaker?: string): Promise<void> {
    return this.options.store.unlink(orgId, sessionId, speaker);
  }

  /** How a person usually sounds, from earlier calls; undefined also when what is stored cannot be read. */
  async baseline(orgId: string, speakerId: string): Promise<Baseline | undefined> {
    const { store, vault, onUnreadable } = this.options;
    const sealed = await store.baseline(orgId, speakerId, this.now());
    if (sealed === undefined) return undefined;
    try {
      const text = Buffer.from(vault.open(sealed, { orgId, speakerId, part: 'baseline' })).toString('utf8');
      return baselineSchema.parse(JSON.parse(text));
    } catch (error) {
      onUnreadable(error, speakerId);
      return undefined;
    }
  }

  /** @returns false if the person no longer exists; nothing is stored then */
  keepBaseline(orgId: string, speakerId: string, baseline: Baseline): Promise<boolean> {
    const { store, vault } = this.options;
    const text = Buffer.from(JSON.stringify(baseline), 'utf8');
    const sealed = vault.seal(text, { orgId, speakerId, part: 'baseline' });
    return store.keepBaseline(orgId, speakerId, sealed, this.now());
  }

  /** Returns those of these people who no longer exist. */
  gone(speakerIds: readonly string[]): Promise<readonly string[]> {
    return this.options.store.gone(speakerIds, this.now());
  }

  private now(): Date {
    return new Date(this.options.nowMs());
  }

  /** The most likely person of all but one, if the voice is surely that person's. */
  private async nearest(
    orgId: string,
    voiceprint: Voiceprint,
    except?: string,
  ): Promise<Nearest | undefined> {
    const { store, engine } = this.options;
    const candidates = (await store.candidates(orgId, this.now())).filter(
      ({ speakerId }) => speakerId !== except,
    );
    if (candidates.length === 0) return undefined;
    const voices = await engine.comparison();
    const known = candidates.flatMap((candidate): KnownPerson[] => {
      const profile = this.open(orgId, candidate, voices);
      if (profile === undefined) return [];
      const { speakerId: id, label } = candidate;
      return [{ id, label, voiceprint: voiceOfProfile(profile, voices) }];
    });
    const best = voices.identify(voiceprint, known);
    const person = known.find(({ id }) => id === best?.id);
    if (best === undefined || person === undefined) return undefined;
    return { person, logLikelihoodRatio: best.score.logLikelihoodRatio, known, voices };
  }

  private open(
    orgId: string,
    { speakerId, space, sealed }: Pick<Candidate, 'speakerId' | 'space' | 'sealed'>,
    voices: VoiceComparison,
  ): VoiceProfile | undefined {
    // A template of another model cannot be compared with this one. The person must be enrolled again.
    if (space !== voices.space) return undefined;
    try {
      return openProfile(this.options.vault, voices, sealed, { orgId, speakerId });
    } catch (error) {
      this.options.onUnreadable(error, speakerId);
      return undefined;
    }
  }
}

/** One person who was enrolled twice: of one name, and with a voice that would be recognized as the other's. */
const isTwin = (a: KnownPerson, b: KnownPerson, voices: VoiceComparison): boolean =>
  nameOf(a) === nameOf(b) &&
  voices.score(a.voiceprint, b.voiceprint).logLikelihoodRatio >= voices.thresholds.identify;

const nameOf = ({ label }: KnownPerson): string => label.trim().toLowerCase();
