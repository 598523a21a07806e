import { keyOf, type RecordingTurn } from '../recordings/recording-turns.js';
import type { Baseline } from '../call/emotion/baseline.js';
import type { Recognition } from '../speakers/identities.js';
import type { Diarization, VoiceEngine, Voiceprint } from '../speakers/voice-engine.js';

/** What an analysis needs to find out who speaks. */
export interface VoicesOfRecordings {
  readonly hear: VoiceEngine['hear'];
  /** Compares with the enrolled people of the organization. */
  readonly recognize: (orgId: string, voiceprint: Voiceprint) => Promise<Recognition | undefined>;
  /** How many enrolled people are not compared, because another model made their voiceprints. */
  readonly outdated: (orgId: string) => Promise<number>;
  /** Returns those of these people who have been deleted. */
  readonly gone: (speakerIds: readonly string[]) => Promise<readonly string[]>;
  readonly baseline: (orgId: string, speakerId: string) => Promise<Baseline | undefined>;
  readonly keepBaseline: (orgId: string, speakerId: string, baseline: Baseline) => Promise<boolean>;
  readonly link: (link: {
    readonly orgId: string;
    readonly sessionId: string;
    readonly speaker: string;
    readonly speakerId: string;
    readonly evidenceSeconds: number;
  }) => Promise<boolean>;
}

/** A speaker in a recording. */
export interface RecordingSpeaker {
  /** `speaker_1` for the person who speaks first or is on the first channel. */
  readonly key: string;
  readonly talkMs: number;
  /** Present when a consent covers it: the enrolled person, or that it is not an enrolled person. */
  readonly identity:
    | { readonly verified: true; readonly person: Recognition }
    | { readonly verified: false; readonly evidenceSeconds: number }
    | undefined;
}

/** A stretch of one person's speech, from diarization. */
export interface SpokenStretch {
  readonly key: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Who speaks in a recording, and when. */
export interface RecordingVoices {
  readonly speakers: readonly RecordingSpeaker[];
  /** The turns of the speakers; present when several speak on one channel. */
  readonly stretches: readonly SpokenStretch[] | undefined;
  readonly overlaps: Diarization['overlaps'];
  /** Only one person is heard, so the reading of the recording is that person's. */
  readonly alone: boolean;
  /** Enrolled people who may be among the unknown speakers and must be enrolled again. */
  readonly outdated: number;
}

export interface VoicesOrder {
  readonly orgId: string;
  /** One channel, or each channel separately. */
  readonly channels: readonly Float32Array[];
  /** Separate several people on one channel. */
  readonly diarize: boolean;
  /** A consent covers recognizing the speakers. */
  readonly identify: boolean;
  readonly signal: AbortSignal;
}

/** Share of the talk from which one person counts as alone. The rest is a cough or a word in the background. */
const ALONE_FROM = 0.9;

/**
 * Finds out who speaks. Without the consent no voiceprint leaves the worker and no voices are compared.
 * @returns undefined when neither diarization nor recognition was asked for
 */
export const listenFor = async (
  voices: VoicesOfRecordings,
  order: VoicesOrder,
): Promise<RecordingVoices | undefined> => {
  const heard = await hearAll(voices, order);
  const isUnknown = heard?.speakers.some(({ identity }) => identity?.verified === false) ?? false;
  return heard && { ...heard, outdated: isUnknown ? await voices.outdated(order.orgId) : 0 };
};

/** Removes the identity of people who have been deleted in the meantime. */
export const withoutGone = async <T extends RecordingSpeaker>(
  { gone }: Pick<VoicesOfRecordings, 'gone'>,
  speakers: readonly T[],
): Promise<readonly T[]> => {
  const ids = speakers.flatMap(({ identity }) => (identity?.verified ? [identity.person.speakerId] : []));
  if (ids.length === 0) return speakers;
  const left = new Set(await gone(ids));
  return speakers.map((speaker) => {
    const { identity } = speaker;
    if (!identity?.verified || !left.has(identity.person.speakerId)) return speaker;
    return { ...speaker, identity: { verified: false, evidenceSeconds: identity.person.evidenceSeconds } };
  });
};

const hearAll = async (
  voices: VoicesOfRecordings,
  { orgId, channels, diarize, identify, signal }: VoicesOrder,
): Promise<Omit<RecordingVoices, 'outdated'> | undefined> => {
  const [only] = channels;
  if (only === undefined) return undefined;
  if (channels.length === 1) {
    if (!diarize && !identify) return undefined;
    const heard = await voices.hear({ samples: only, voiceprints: identify, signal });
    const speaking = await Promise.all(
      (diarize ? heard.speakers : mostHeard(heard)).map(async ({ speaker, talkMs, voiceprint }) => ({
        numbers: [speaker],
        talkMs,
        identity: await identityOf(voices, orgId, voiceprint, identify),
      })),
    );
    const people = asPeople(speaking);
    const several = people.length > 1;
    const allMs = heard.speakers.reduce((sum, { talkMs }) => sum + talkMs, 0);
    return {
      speakers: people.map(({ talkMs, identity }, index) => ({ key: keyOf(index), talkMs, identity })),
      stretches: several ? stretchesOf(heard, people) : undefined,
      overlaps: several ? heard.overlaps : [],
      alone: !several && (people[0]?.talkMs ?? 0) >= ALONE_FROM * allMs,
    };
  }
  if (!identify) return undefined;
  const speakers: RecordingSpeaker[] = [];
  for (const [index, samples] of channels.entries()) {
    const [most] = mostHeard(await voices.hear({ samples, voiceprints: true, signal }));
    const identity = await identityOf(voices, orgId, most?.voiceprint, true);
    speakers.push({ key: keyOf(index), talkMs: most?.talkMs ?? 0, identity });
  }
  return { speakers, stretches: undefined, overlaps: [], alone: false };
};

/** A person with all diarized voices of that person. */
interface HeardPerson extends Pick<RecordingSpeaker, 'talkMs' | 'identity'> {
  readonly numbers: readonly number[];
}

/** Merges voices recognized as the same person. Diarization sometimes splits one person in two moods into two voices. */
const asPeople = (voices: readonly HeardPerson[]): readonly HeardPerson[] => {
  const people: HeardPerson[] = [];
  for (const voice of voices) {
    const at = people.findIndex(({ identity }) => isSame(identity, voice.identity));
    const known = people[at];
    if (known === undefined) people.push(voice);
    else {
      people[at] = {
        numbers: [...known.numbers, ...voice.numbers],
        talkMs: known.talkMs + voice.talkMs,
        identity: surer(known.identity, voice.identity),
      };
    }
  }
  return people;
};

const isSame = (one: RecordingSpeaker['identity'], other: RecordingSpeaker['identity']): boolean =>
  one?.verified === true && other?.verified === true && one.person.speakerId === other.person.speakerId;

const surer = (
  one: RecordingSpeaker['identity'],
  other: RecordingSpeaker['identity'],
): RecordingSpeaker['identity'] =>
  one?.verified === true &&
  other?.verified === true &&
  other.person.evidenceSeconds > one.person.evidenceSeconds
    ? other
    : one;

const mostHeard = ({ speakers }: Diarization): Diarization['speakers'] =>
  [...speakers].sort((a, b) => b.talkMs - a.talkMs).slice(0, 1);

/** Joins stretches of one person that touch. */
const stretchesOf = ({ turns }: Diarization, people: readonly HeardPerson[]): readonly SpokenStretch[] => {
  const stretches: SpokenStretch[] = [];
  for (const { speaker, startMs, endMs } of turns) {
    const key = keyOf(people.findIndex(({ numbers }) => numbers.includes(speaker)));
    const last = stretches.at(-1);
    if (last?.key !== key || startMs > last.endMs) stretches.push({ key, startMs, endMs });
    else stretches[stretches.length - 1] = { ...last, endMs: Math.max(last.endMs, endMs) };
  }
  return stretches;
};

const identityOf = async (
  { recognize }: VoicesOfRecordings,
  orgId: string,
  voiceprint: Voiceprint | undefined,
  identify: boolean,
): Promise<RecordingSpeaker['identity']> => {
  if (!identify) return undefined;
  const person = voiceprint === undefined ? undefined : await recognize(orgId, voiceprint);
  return person === undefined
    ? { verified: false, evidenceSeconds: voiceprint?.speechSeconds ?? 0 }
    : { verified: true, person };
};

/** The enrolled person who was recognized as this speaker. */
export const personOf = (speaker: RecordingSpeaker | undefined): Recognition | undefined =>
  speaker?.identity?.verified === true ? speaker.identity.person : undefined;

/** All speakers: from diarization, or one per channel. */
export const speakersOf = (
  turns: readonly Pick<RecordingTurn, 'channel' | 'speechMs'>[] | undefined,
  voices: RecordingVoices | undefined,
): readonly RecordingSpeaker[] | undefined => {
  if (turns === undefined || voices?.stretches !== undefined) return voices?.speakers;
  const channels = [...new Set(turns.map(({ channel }) => channel))].sort((a, b) => a - b);
  return channels.map((channel) => ({
    key: keyOf(channel),
    talkMs: turns.reduce((sum, turn) => sum + (turn.channel === channel ? turn.speechMs : 0), 0),
    identity: voices?.speakers.find(({ key }) => key === keyOf(channel))?.identity,
  }));
};
