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
  /** Whether those who speak agree to be trained on, now. */
  readonly isCovered: () => boolean;
  readonly after: StreamTimers['after'];
  readonly onFailed: (error: unknown) => void;
}

/** What was heard of one turn, under the consent of its time. */
export interface TurnSample {
  readonly heard: AnalyzedSample;
  readonly consent: number;
}

/** A withdrawal is followed within a minute, also by a store that was away. */
const FORGET_AGAIN_MS = 5_000;

/**
 * What was heard of a stream's turns, for a correction to make samples of: only of turns that were spoken under a consent
 * to training from their first word to their last, and only for as long as it stands.
 */
export class TrainingTurns {
  private readonly options: TrainingTurnsOptions;
  private readonly open = new Map<number, LiveSample>();
  /** Raised by a withdrawal: what was heard before is not kept after it. */
  private consent = 0;

  constructor(options: TrainingTurnsOptions) {
    this.options = options;
  }

  /** @param begins nothing was heard of the turn before this result */
  hear(result: AnalysisResult, begins: boolean): void {
    if (!this.options.isCovered()) return;
    if (begins) this.open.set(result.channel, new LiveSample());
    this.open.get(result.channel)?.add(result);
  }

  /** The turn of a channel is over. @returns undefined where there is nothing to keep of it */
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

  /** How an utterance really sounded. Never rejects. */
  async label(utteranceId: string, emotion: string | undefined): Promise<void> {
    if (emotion === undefined || !this.options.isCovered()) return;
    await this.try((training, session) => training.label({ ...session, utteranceId }, emotion));
  }

  /** The consent was taken back: nothing that is under way is kept. */
  withdraw(): void {
    this.consent++;
    this.open.clear();
  }

  /** What was kept goes; where the store is away, again and again. Never rejects. */
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

/** A session's turns, where somebody trains on what was corrected. */
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
