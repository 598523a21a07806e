import type { Baseline } from '../baseline.js';
import type { Recognition } from '../speakers/identities.js';
import type { Diarization, VoiceEngine, Voiceprint } from '../speakers/voice-engine.js';

/** What an analysis needs to know who speaks. */
export interface VoicesOfRecordings {
  readonly hear: VoiceEngine['hear'];
  /** Among the enrolled people of the organisation. */
  readonly recognize: (orgId: string, voiceprint: Voiceprint) => Promise<Recognition | undefined>;
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

/** Somebody who speaks in a recording. */
export interface RecordingSpeaker {
  /** `speaker_1` for who speaks first, or is on the first channel. */
  readonly key: string;
  readonly talkMs: number;
  /** Present where a consent covers it: who it is, or that it is nobody who is enrolled. */
  readonly identity:
    | { readonly verified: true; readonly person: Recognition }
    | { readonly verified: false; readonly evidenceSeconds: number }
    | undefined;
}

/** A stretch of one person's speech, as voices tell it. */
export interface SpokenStretch {
  readonly key: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Who speaks in a recording, and when. */
export interface RecordingVoices {
  readonly speakers: readonly RecordingSpeaker[];
  /** Present where several speak on one channel: their turns. */
  readonly stretches: readonly SpokenStretch[] | undefined;
  readonly overlaps: Diarization['overlaps'];
}

export interface VoicesOrder {
  readonly orgId: string;
  /** One, or each by itself. */
  readonly channels: readonly Float32Array[];
  /** Several people on one channel are told apart. */
  readonly diarize: boolean;
  /** A consent covers knowing them again. */
  readonly identify: boolean;
  readonly signal: AbortSignal;
}

export const keyOf = (index: number): string => `speaker_${index + 1}`;

/**
 * Finds out who speaks. Without the consent no voiceprint leaves the worker and nobody is compared with anybody.
 * @returns undefined where nothing of it was asked for
 */
export const listenFor = async (
  voices: VoicesOfRecordings,
  { orgId, channels, diarize, identify, signal }: VoicesOrder,
): Promise<RecordingVoices | undefined> => {
  const [only] = channels;
  if (only === undefined) return undefined;
  if (channels.length === 1) {
    if (!diarize && !identify) return undefined;
    const heard = await voices.hear({ samples: only, voiceprints: identify, signal });
    const several = diarize && heard.speakers.length > 1;
    const speaking = several ? heard.speakers : mostHeard(heard);
    return {
      speakers: await Promise.all(
        speaking.map(async ({ talkMs, voiceprint }, index) => ({
          key: keyOf(index),
          talkMs,
          identity: await identityOf(voices, orgId, voiceprint, identify),
        })),
      ),
      stretches: several ? stretchesOf(heard) : undefined,
      overlaps: several ? heard.overlaps : [],
    };
  }
  if (!identify) return undefined;
  const speakers: RecordingSpeaker[] = [];
  for (const [index, samples] of channels.entries()) {
    const [most] = mostHeard(await voices.hear({ samples, voiceprints: true, signal }));
    const identity = await identityOf(voices, orgId, most?.voiceprint, true);
    speakers.push({ key: keyOf(index), talkMs: most?.talkMs ?? 0, identity });
  }
  return { speakers, stretches: undefined, overlaps: [] };
};

const mostHeard = ({ speakers }: Diarization): Diarization['speakers'] =>
  [...speakers].sort((a, b) => b.talkMs - a.talkMs).slice(0, 1);

const stretchesOf = ({ turns, speakers }: Diarization): readonly SpokenStretch[] =>
  turns.map(({ speaker, startMs, endMs }) => ({
    startMs,
    endMs,
    key: keyOf(speakers.findIndex((each) => each.speaker === speaker)),
  }));

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
