import { z } from 'zod';
import type { ActivePauseReason } from '../../domain/live/session-state.js';
import type { SessionConfig } from '../../domain/live/session-config.js';
import type { TurnCorrection } from '../../domain/live/stream-store.js';
import type { NewestState } from '../observing/newest.js';
import type { SavedUse } from '../billing/used-audio.js';
import type { LiveSession } from '../live-session.js';
import type { SavedVoices } from '../voices/ports.js';
import type { OpenTurnStates } from '../conversation/turn-recorder-options.js';
import type { ClientVadEvent, Json, TranscriptItem } from '../../domain/call/call-types.js';
import type { SavedMoods } from '../../domain/call/emotion/heard-mood.js';
import { defined } from '../../domain/defined.js';

/** Goes up when the shape changes. An older state cannot be resumed, and its session counts as gone. */
const VERSION = 2;

/** Everything a session needs to continue in another process. Plain data. */
export interface SavedStream {
  readonly version: typeof VERSION;
  readonly config: SessionConfig;
  /** Absent when nothing was analyzed yet. */
  readonly conversation?: Json;
  /** Per channel: results exist up to here (exclusive). */
  readonly analysed: readonly number[];
  /** Per channel: the newest audio that was analyzed; absent in older checkpoints and when audio costs nothing. */
  readonly used?: readonly SavedUse[];
  readonly seq: number;
  readonly clientSeq: number;
  /** The generation on the wire. The store has its own to fence processes. */
  readonly generation: number;
  readonly configRevision: number;
  readonly receivedMs: number;
  readonly processedMs: number;
  /** Per channel: the level of its background, dB, or null; absent in older checkpoints. */
  readonly noiseDb?: readonly (number | null)[];
  /** Per channel: whether speech was under way where its results end; absent in older checkpoints. */
  readonly speaking?: readonly boolean[];
  readonly corrections: readonly TurnCorrection[];
  readonly pause: ActivePauseReason | null;
  /** Which lasting warnings the client was told; absent in older checkpoints. */
  readonly told?: readonly string[];
  /** A consent was given again in a pause without one; absent in older checkpoints. */
  readonly isConsentRenewed?: boolean;
  /** How the open turns have sounded so far; absent when no turn is open. */
  readonly heard?: OpenTurnStates;
  /** The moods of the voices; absent in older checkpoints and when no conversations are kept. */
  readonly moods?: SavedMoods;
  /** Words whose audio has no result yet; absent when none wait. */
  readonly words?: readonly TranscriptItem[];
  /** What a page heard on channels whose audio has no result yet; absent when nothing waits. */
  readonly pageActivity?: readonly ClientVadEvent[];
  /** How much of the conversation was reported; absent when no conversations are kept. */
  readonly revision?: number;
  /** For observers; absent in older checkpoints. */
  readonly newest?: NewestState;
  /** Absent when speakers are not told apart or recognized. */
  readonly voices?: SavedVoices;
  /** The address at which pages reach the relay that wrote this. */
  readonly relay?: string;
}

/** The current state of a session. */
export const saveStream = (session: LiveSession): SavedStream => {
  const { state, ingest } = session;
  const pause = state.kind === 'paused' || state.kind === 'detached' ? (state.pause ?? null) : null;
  return {
    version: VERSION,
    pause,
    config: session.config,
    conversation: session.call.snapshot(),
    analysed: ingest.clocks.map(({ counted }) => counted),
    ...defined({ used: session.payments?.used }),
    seq: session.outbox.lastSeq,
    clientSeq: session.continuity.clientSeq,
    generation: session.continuity.generation,
    configRevision: session.agreement.revision,
    isConsentRenewed: session.agreement.isConsentRenewed,
    // A gap waits like audio, but it was not received.
    receivedMs: Math.max(0, ingest.receivedMs - ingest.waitingMs),
    processedMs: session.progress.processedMs,
    noiseDb: session.config.channels.map((_, channel) => session.progress.noiseDb[channel] ?? null),
    speaking: session.config.channels.map((_, channel) => session.progress.speaking[channel] === true),
    corrections: session.corrections.all,
    told: session.told.all,
    ...heardOf(session),
    ...(session.turnRecorder !== undefined && {
      revision: session.turnRecorder.revision,
      moods: session.turnRecorder.moods,
    }),
    ...voicesOf(session),
    ...(session.words.all.length > 0 && { words: session.words.all }),
    ...(session.pageActivity.all.length > 0 && { pageActivity: session.pageActivity.all }),
    newest: session.feed.newest,
    ...defined({ relay: session.deps.relayUrl }),
  };
};

/** The state of a session of which only is known what was agreed when it began. */
export const newStream = (config: SessionConfig): SavedStream => ({
  version: VERSION,
  config,
  analysed: [],
  seq: 0,
  clientSeq: 0,
  generation: 1,
  configRevision: 1,
  receivedMs: 0,
  processedMs: 0,
  corrections: [],
  pause: null,
});

const heardOf = ({ turnRecorder }: LiveSession): Pick<SavedStream, 'heard'> => {
  const heard = turnRecorder?.snapshot() ?? [];
  return heard.length === 0 ? {} : { heard };
};

const voicesOf = ({ voices }: LiveSession): Pick<SavedStream, 'voices'> => {
  const saved = voices?.snapshot();
  return saved === undefined ? {} : { voices: saved };
};

/** What is read before the call itself, which looks at its own part. */
const savedSchema = z.looseObject({
  version: z.literal(VERSION),
  config: z.looseObject({ channels: z.array(z.looseObject({ sampleRate: z.number().positive() })).min(1) }),
  conversation: z.looseObject({}),
  analysed: z.array(z.number()),
  corrections: z.array(z.looseObject({})),
});

/** Reads a state from the store. @returns undefined when it has another version or is damaged */
export const readSavedStream = (state: unknown): SavedStream | undefined =>
  savedSchema.safeParse(state).success ? (state as SavedStream) : undefined;
