/** The relay's messages in the words of the hosted service. */
import { toUnitOrNull } from '../rest/scales.js';
import type { ForeignConfig } from './foreign-config.js';

type Json = Readonly<Record<string, unknown>>;

export interface Translation {
  readonly message: object;
  /** Position on the audio clock that the message is about. It is not told before a call would have got there. */
  readonly audioMs?: number;
}

/** Translates what the relay sends on one session. */
export class ForeignMessages {
  /** The relay's own name of the session. Absent before `session.ready`. */
  openedSession: string | undefined;
  private sessionId: string;
  private directives = 0;

  constructor(private readonly config: Pick<ForeignConfig, 'audio' | 'encoding' | 'sessionId'>) {
    // Their clients refuse an event without a session, even an error before there is one.
    this.sessionId = config.sessionId === undefined || config.sessionId === '' ? 'pending' : config.sessionId;
  }

  /** A message of the adapter itself. */
  own(type: string, fields: Json = {}): object {
    return { type, session_id: this.sessionId, ...fields };
  }

  /** @returns undefined for what their clients have no use for */
  translate(message: Json): Translation | undefined {
    switch (message['type']) {
      case 'session.ready':
        return { message: this.ready(message) };
      case 'audio.ack':
        return undefined;
      case 'directive':
        return { message: this.directive(message), audioMs: Number(message['audio_end_ms']) };
      case 'session_end':
        return { message: this.end(message) };
      case undefined:
      default:
        return { message: { ...message, session_id: this.sessionId } };
    }
  }

  private ready({ session_id: id, generation, resume_handle, model, limits, policy }: Json): object {
    if (typeof id === 'string') this.openedSession = this.sessionId = id;
    const { audio, encoding } = this.config;
    return this.own('config_ack', {
      generation,
      audio_config: { sample_rate: audio.sampleRate, encoding },
      resume_handle,
      model,
      limits,
      policy,
    });
  }

  private directive(message: Json): object {
    this.directives += 1;
    const valence = message['valence'] ?? null;
    const arousal = toUnitOrNull(message['arousal']);
    const dominance = toUnitOrNull(message['dominance']);
    const { emotion, confidence, modulation_mode: mode, latency, prosody } = message;
    const tts = objectOf(objectOf(message['agent_modulation'])['tts']);
    const { total_ms: total, inference_ms: inference } = objectOf(latency);
    return {
      ...message,
      session_id: this.sessionId,
      valence,
      arousal,
      dominance,
      affect_available: valence !== null,
      prosody: { ...objectOf(prosody), valence, arousal, dominance },
      acoustic_state: null,
      acoustic_change: null,
      text: '',
      frames_processed: this.directives,
      timestamp_ms: message['audio_end_ms'],
      timings_ms: { chunk_total: total, prosody_inference: inference },
      current_emotion: emotion,
      emotion_confidence: confidence,
      is_steering: message['agent_modulation'] !== undefined,
      is_escalating: mode === 'caller_escalating',
      ...(tts['speed'] !== undefined && { tts_speed: tts['speed'] }),
      ...(tts['emotion'] !== undefined && { tts_emotion: tts['emotion'] }),
    };
  }

  private end(message: Json): object {
    const turns = objectOf(message['transcript'])['turns'];
    const told = Array.isArray(turns) ? (turns as Json[]) : [];
    return {
      ...message,
      session_id: this.sessionId,
      frames_processed: this.directives,
      transcript: {
        session_id: this.sessionId,
        duration_seconds: message['duration_s'],
        turns: told.map((turn) => ({
          ...turn,
          text: turn['text'] ?? '',
          dominant_emotion: turn['emotion'] ?? null,
        })),
        segments: [],
      },
      per_speaker: talkOf(told),
    };
  }
}

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

/** How long each speaker talked. */
const talkOf = (turns: readonly Json[]): object[] => {
  const talk = new Map<string, { talkMs: number; count: number }>();
  for (const { speaker_id: id, start_ms: start = 0, end_ms: end } of turns) {
    const before = talk.get(String(id)) ?? { talkMs: 0, count: 0 };
    talk.set(String(id), { talkMs: before.talkMs + Number(end) - Number(start), count: before.count + 1 });
  }
  return [...talk].map(([id, { talkMs, count }]) => ({
    speaker_id: id,
    talk_ms: talkMs,
    turn_count: count,
    window_count: count,
  }));
};
