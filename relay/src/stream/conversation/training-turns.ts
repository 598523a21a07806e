import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import { LiveSample } from '../../domain/fine-tune/samples/live-sample.js';
import type { AnalyzedSample } from '../../domain/fine-tune/samples/sample.js';
import { coversTraining, type TrainingUtterances } from '../../domain/fine-tune/training-utterances.js';
import type { StreamTimers } from '../ports.js';
import type { LiveSession } from '../live-session.js';

export interface TrainingTurnsOptions {
  readonly training: TrainingUtterances;
  readonly orgId: string;
  readonly sessionId: string;
  /** Whether the speakers agree to training right now. */
  readonly isCovered: () => boolean;
  readonly after: StreamTimers['after'];
  readonly onFailed: (error: unknown) => void;
}

/** The recorded audio features of one turn, and the consent that was valid at that time. */
export interface TurnSample {
  readonly heard: AnalyzedSample;
  readonly consent: number;
}

/** A withdrawal takes effect within a minute, even if the store was away. */
const FORGET_AGAIN_MS = 5_000;

/**
 * Keeps what was heard of a stream's turns, so that a correction can make training samples of it. It keeps
 * only turns that were under a consent to training from first word to last, and only while that consent is
 * valid.
 */
export class TrainingTurns {
  private readonly options: TrainingTurnsOptions;
  private readonly open = new Map<number, LiveSample>();
  /** Goes up with each withdrawal: what was heard before it is not kept. */
  private consent = 0;

  constructor(options: TrainingTurnsOptions) {
    this.options = options;
  }

  /** @param begins true for the first result of a turn */
  hear(result: AnalysisResult, begins: boolean): void {
    if (!this.options.isCovered()) return;
    if (begins) this.open.set(result.channel, new LiveSample());
    this.open.get(result.channel)?.add(result);
  }

  /** The turn of a channel is over. @returns undefined when there is nothing to keep */
  take(channel: number, durationMs: number): TurnSample | undefined {
    const heard = this.open.get(channel)?.read(durationMs);
    this.open.delete(channel);
    return heard && { heard, consent: this.consent };
  }

  /** Keeps a turn that has become an utterance. Never rejects. */
  async keep(utteranceId: string, speaker: string, { heard, consent }: TurnSample): Promise<void> {
    if (consent !== this.consent || !this.options.isCovered()) return;
    await this.try((training, session) => training.keep({ ...session, utteranceId, speaker, heard }));
  }

  /** Stores how an utterance really sounded. Never rejects. */
  async label(utteranceId: string, emotion: string | undefined): Promise<void> {
    if (emotion === undefined || !this.options.isCovered()) return;
    await this.try((training, session) => training.label({ ...session, utteranceId }, emotion));
  }

  /** The consent was withdrawn: nothing in progress is kept. */
  withdraw(): void {
    this.consent++;
    this.open.clear();
  }

  /** Deletes what was kept. Retries while the store is away. Never rejects. */
  async forget(): Promise<void> {
    const done = await this.try((training, session) => training.forgetStream(session));
    if (!done) this.options.after(FORGET_AGAIN_MS, () => void this.forget());
  }

  private async try(
    act: (training: TrainingUtterances, session: { orgId: string; sessionId: string }) => Promise<void>,
  ): Promise<boolean> {
    const { training, orgId, sessionId, onFailed } = this.options;
    try {
      await act(training, { orgId, sessionId });
      return true;
    } catch (error) {
      onFailed(error);
      return false;
    }
  }
}

/** The training turns of a session. Undefined when nothing is trained on corrections. */
export const trainingTurnsFor = (session: LiveSession): TrainingTurns | undefined => {
  const { deps } = session;
  return (
    deps.training &&
    new TrainingTurns({
      training: deps.training,
      orgId: session.orgId,
      sessionId: session.id,
      isCovered: () => coversTraining(session.config.consent?.scope),
      after: (ms, run) => deps.timers.after(ms, run),
      onFailed: (error) =>
        deps.log.warn({ session: session.id, error: String(error) }, 'a sample for training was not stored'),
    })
  );
};
