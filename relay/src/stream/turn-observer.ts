import type { Directive, Outcome, ServerBody, SessionPrediction, TurnEnd } from '@undertone/protocol';
import { alertMessage } from '../domain/alerts/alert-board.js';
import { wireKpis } from '../domain/kpis/kpi-predictor.js';
import { messageOf } from '../domain/predictions/answer.js';
import type { SessionConfig } from '../domain/session-config.js';
import type { SessionState } from '../domain/session-state.js';
import { correctedReading, type ReadingCorrection } from '../domain/sessions/corrected-reading.js';
import { fingerprintOf, type NewUtterance } from '../domain/sessions/session-utterance.js';
import type { Observed, Sessions } from '../domain/sessions/sessions.js';
import { StepQueue } from './step-queue.js';

/** What a stream needs of the conversations that all routes share. */
export type StreamSessions = Pick<Sessions, 'ensure' | 'add' | 'move' | 'end' | 'submitOutcome' | 'correct'>;

export interface TurnObserverOptions {
  readonly sessions: StreamSessions;
  readonly orgId: string;
  readonly sessionId: string;
  readonly config: () => SessionConfig;
  /** What was corrected of a turn while it was open, oldest first. */
  readonly correctionsOf: (turnId: string) => readonly ReadingCorrection[];
  readonly say: (bodies: readonly ServerBody[]) => void;
  readonly wallMs: () => number;
  readonly onFailed: (error: unknown) => void;
}

/** How a turn sounded so far, weighted by the audio that each directive speaks for. */
interface OpenTurn {
  ms: number;
  valence: number;
  arousal: number;
  escalation: number;
  confidence: number;
  emotions: Map<string, number>;
}

/**
 * Adds a live stream's turns to its conversation, where uploads and REST utterances of the same id are too, and tells
 * what is expected after each. Storage answers later than audio comes: everything here happens in order, behind the stream.
 */
export class TurnObserver {
  /** The newest prediction, for `session_end`. */
  latest: SessionPrediction | undefined;
  /** What the client said when it ended the session. */
  outcome: Outcome | undefined;
  readonly #options: TurnObserverOptions;
  readonly #turns = new Map<number, OpenTurn>();
  readonly #steps: StepQueue;

  constructor(options: TurnObserverOptions) {
    this.#options = options;
    this.#steps = new StepQueue(options.onFailed);
  }

  /** The stream changed state; the conversation follows. */
  moved(state: SessionState): void {
    const { sessions, orgId, sessionId, config, wallMs } = this.#options;
    switch (state.kind) {
      case 'live':
        this.#steps.add(async () => {
          const { vertical, language } = config();
          await sessions.ensure({ orgId, id: sessionId, vertical, language, metadata: {} });
          await sessions.move(orgId, sessionId, { kind: 'stream_opened' });
          await sessions.move(orgId, sessionId, { kind: 'stream_resumed' });
        });
        return;
      case 'paused':
        this.#steps.add(async () => {
          await sessions.move(orgId, sessionId, { kind: 'stream_paused' });
        });
        return;
      case 'ended':
        this.#steps.add(async () => {
          await sessions.end(orgId, sessionId, state.code);
          const { outcome } = this;
          if (outcome === undefined || Object.keys(outcome).length === 0) return;
          const observedAt = new Date(wallMs()).toISOString();
          await sessions.submitOutcome(orgId, sessionId, {
            targets: targetsOf(outcome),
            kpis: {},
            observedAt,
          });
        });
        return;
      case 'handshake':
      case 'detached':
      case 'ending':
        return;
    }
  }

  /** Looks at what the stream says: directives add up to turns. */
  watch(bodies: readonly ServerBody[]): void {
    for (const body of bodies) {
      if (body.kind === 'directive') this.#hear(body.value);
      else if (body.kind === 'turn.end') this.#close(body.value);
    }
  }

  /**
   * Corrects a turn that has ended, behind everything that was said before: its utterance is there by then.
   * @param done called with the fault where there is no such turn, or it could not be stored
   */
  correct(turnId: string, correction: ReadingCorrection, done: (fault?: unknown) => void): void {
    const { sessions, orgId, sessionId } = this.#options;
    this.#steps.add(async () => {
      let observed: Observed;
      try {
        observed = await sessions.correct(orgId, sessionId, turnId, correctedReading(correction));
      } catch (error) {
        done(error);
        return;
      }
      done();
      this.#tell(observed);
    });
  }

  /** Resolves when everything so far is stored. */
  settled(): Promise<void> {
    return this.#steps.settled();
  }

  #hear({ channel, speech, valence, arousal, signals, emotion, confidence, ...span }: Directive): void {
    const ms = span.audioEndMs - span.audioStartMs;
    if (!speech || valence === undefined || arousal === undefined || ms <= 0) return;
    const turn = this.#turns.get(channel) ?? {
      ms: 0,
      valence: 0,
      arousal: 0,
      escalation: 0,
      confidence: 0,
      emotions: new Map<string, number>(),
    };
    turn.ms += ms;
    turn.valence += ms * valence;
    turn.arousal += ms * arousal;
    turn.escalation += ms * (signals['escalation'] ?? 0);
    turn.confidence += ms * (confidence ?? 0);
    if (emotion !== undefined) turn.emotions.set(emotion, (turn.emotions.get(emotion) ?? 0) + ms);
    this.#turns.set(channel, turn);
  }

  #close(end: TurnEnd): void {
    const { sessions, orgId, sessionId, config, correctionsOf } = this.#options;
    const corrections = correctionsOf(end.turnId);
    const heard = this.#turns.get(end.channel);
    this.#turns.delete(end.channel);
    const agent = config().channels[end.channel]?.subject === 'agent';
    const utterance = utteranceOf(end, heard, agent ? 'agent' : 'caller');
    this.#steps.add(async () => {
      const added = await sessions.add(orgId, sessionId, utterance);
      let observed = added;
      for (const correction of added.duplicate ? [] : corrections) {
        const reading = correctedReading(correction);
        const after = await sessions.correct(orgId, sessionId, end.turnId, reading);
        observed = { ...after, alerts: added.alerts };
      }
      this.#tell(observed);
    });
  }

  #tell({ foresight, insight, alerts, duplicate }: Observed): void {
    const { config, say } = this.#options;
    const { features, language } = config();
    this.latest = messageOf(foresight.prediction, language);
    if (duplicate || !features.includes('prediction')) return;
    const kpis = wireKpis(insight.settings.kpis, foresight.kpis);
    say([
      { kind: 'session.prediction', value: this.latest },
      ...(Object.keys(kpis).length === 0 ? [] : [{ kind: 'kpi_predictions', value: { kpis } } as const]),
      ...alerts.map((alert): ServerBody => ({ kind: 'alert', value: alertMessage(alert) })),
    ]);
  }
}

const utteranceOf = (
  { turnId, speakerId, startMs, endMs }: TurnEnd,
  heard: OpenTurn | undefined,
  role: NewUtterance['role'],
): NewUtterance => ({
  utteranceId: turnId,
  index: null,
  speakerId,
  role,
  source: 'stream',
  startMs,
  durationMs: Math.max(0, endMs - startMs),
  fingerprint: fingerprintOf([turnId, startMs, endMs]),
  ...(heard === undefined
    ? { emotion: null, confidence: null, tone: null }
    : {
        emotion: mostHeard(heard.emotions),
        confidence: heard.confidence / heard.ms,
        tone: {
          valence: heard.valence / heard.ms,
          arousal: heard.arousal / heard.ms,
          escalation: heard.escalation / heard.ms,
        },
      }),
});

const mostHeard = (emotions: ReadonlyMap<string, number>): string | null =>
  [...emotions].reduce<readonly [string, number] | null>(
    (most, each) => (most === null || each[1] > most[1] ? each : most),
    null,
  )?.[0] ?? null;

const targetsOf = ({ csat, escalated, resolved, churned }: Outcome) => ({
  ...(csat !== undefined && { csat }),
  ...(escalated !== undefined && { escalated }),
  ...(resolved !== undefined && { resolved }),
  ...(churned !== undefined && { churned }),
});
