import type { AgentSteering, Directive, SessionReady } from '@undertone/protocol';
import type {
  ChannelLike,
  CueAction,
  ProsodyEventLike,
  SessionEventsLike,
  SessionLike,
  SessionStateLike,
} from '../src/session/session-like.js';

/** A session whose events a test emits itself. It records the feedback it gets. */
export class ScriptedSession implements SessionLike {
  state: SessionStateLike = { kind: 'idle' };
  ready: SessionReady | undefined;
  readonly feedback: { cueId: string; action: CueAction; afterMs: number }[] = [];
  private readonly listeners = new Map<keyof SessionEventsLike, Set<(event: never) => void>>();

  constructor(readonly channels: readonly ChannelLike[] = [{ id: 'caller', subject: 'customer' }]) {}

  on<K extends keyof SessionEventsLike>(
    type: K,
    listener: (event: SessionEventsLike[K]) => void,
  ): () => void {
    const listeners = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<K extends keyof SessionEventsLike>(type: K, event: SessionEventsLike[K]): void {
    for (const listener of this.listeners.get(type) ?? []) {
      listener(event as never);
    }
  }

  /** The relay accepts the session. */
  accept(value: SessionReady): void {
    this.ready = value;
    this.emit('ready', value);
  }

  enter(state: SessionStateLike): void {
    this.state = state;
    this.emit('state', { to: state });
  }

  sendFeedback(cueId: string, action: CueAction, afterMs: number): void {
    this.feedback.push({ cueId, action, afterMs });
  }

  get listenerCount(): number {
    return [...this.listeners.values()].reduce((sum, set) => sum + set.size, 0);
  }
}

const PROBABILITIES = {
  neutral: 0.08,
  happy: 0.01,
  sad: 0.02,
  angry: 0.52,
  fearful: 0.03,
  disgusted: 0.04,
  surprised: 0.02,
  contempt: 0.03,
  anxious: 0.02,
  confused: 0.01,
  excited: 0.01,
  amused: 0.01,
  content: 0.01,
  frustrated: 0.19,
};

/** A directive with every part; `change` replaces fields. */
export const directive = (change: Partial<Directive> = {}): Directive => ({
  directiveId: 'dir_1',
  revision: 1,
  provenance: 'server',
  speakerId: 'spk_1',
  channel: 0,
  audioStartMs: 0,
  audioEndMs: 1_000,
  emotion: 'angry',
  confidence: 0.72,
  emotionProbabilities: PROBABILITIES,
  valence: -0.5,
  arousal: 0.6,
  dominance: 0.3,
  signals: { escalation: 0.71, stress: 0.6 },
  prosody: {
    pitch: { mean: 212, std: 30, min: 150, max: 290, range: 140 },
    energy: { mean: -19.4, std: 6 },
    rhythm: { speechRate: 5.8, pauseRate: 9, averagePauseDuration: 0.42 },
    voiceQuality: { jitter: 0.012, shimmer: 0.084, hnr: 13.8 },
  },
  metrics: {},
  quality: { snrDb: 24, doubts: [] },
  latency: { queueMs: 1, inferenceMs: 2, totalMs: 9 },
  speech: true,
  ...change,
});

/** A steering message with a cue; `change` replaces fields. */
export const steering = (change: Partial<AgentSteering> = {}): AgentSteering => ({
  cueId: 'cue_1',
  previousMode: 'normal',
  mode: 'caller_escalating',
  intensity: 0.7,
  reason: 'Arousal well above this customer’s usual',
  evidence: ['louder than usual for 6 s', 'faster than usual'],
  cue: {
    title: 'Slow down and name the problem',
    body: 'The customer is getting louder and faster.',
    tips: ['Lower your voice', 'Say back what you understood'],
    severity: 'warning',
    ttlMs: 30_000,
  },
  timestampMs: 12_000,
  ...change,
});

/** A ready message; `change` replaces fields. */
export const ready = (change: Partial<SessionReady> = {}): SessionReady => ({
  sessionId: 'ses_1',
  resumeHandle: 'res_1',
  resumeWindowMs: 120_000,
  generation: 1,
  serverTime: '2026-11-21T10:00:00.000Z',
  model: {
    id: 'test',
    version: '1',
    labels: ['neutral', 'happy', 'sad', 'angry', 'fearful', 'disgusted', 'surprised'],
  },
  channels: [{ id: 'caller', subject: 'customer' }],
  configRevision: 1,
  limits: { frameBytes: 65_536, messageBytes: 65_536, rate: 1.1, sessionS: 3_600, idleS: 120 },
  quota: { concurrentUsed: 1, concurrentMax: 5 },
  policy: { agentAnalysis: false, retention: 'none' },
  nextSample: [0],
  ...change,
});

/** Plays `seconds` of a call that heats up, all at once: directives at 4 Hz for the whole call, prosody for the last 10 s. */
export const playCall = (session: ScriptedSession, seconds: number): void => {
  for (let step = 1; step <= seconds * 4; step += 1) {
    const audioEndMs = step * 250;
    const heat = step / (seconds * 4);
    // The channel is quiet while the agent speaks.
    const speech = step % 60 < 44;
    session.emit(
      'directive',
      directive({
        directiveId: `dir_${step}`,
        audioStartMs: audioEndMs - 250,
        audioEndMs,
        speech,
        valence: 0.25 - 0.9 * heat + 0.08 * Math.sin(step * 0.9),
        arousal: -0.15 + 0.85 * heat + 0.1 * Math.sin(step * 0.53),
        signals: { escalation: 0.12 + 0.8 * heat },
      }),
    );
  }
  const endMs = seconds * 1000;
  for (let atMs = endMs - 10_000; atMs <= endMs; atMs += 100) {
    session.emit('prosody', prosody(atMs, Math.sin(atMs / 700) > -0.5 ? 1 : 0));
  }
};

/** The page's own prosody at one moment. The pitch changes with time. */
export const prosody = (atMs: number, voicedShare: number): ProsodyEventLike => ({
  channel: 0,
  atMs,
  f0Hz: voicedShare > 0 ? 190 + 40 * Math.sin(atMs / 430) + 14 * Math.sin(atMs / 190) : 0,
  voicedShare,
  energyDb: -22,
  speaking: voicedShare > 0,
  summary: null,
});
