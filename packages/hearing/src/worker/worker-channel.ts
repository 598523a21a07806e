import type { EarJob } from '../ear/ear.js';
import type { EarChannel } from '../ear/ear-channel.js';
import type { LineLearner } from '../ear/line-learner.js';
import type { ModelFault, UtteranceReading } from '../findings.js';
import type { ChannelPipeline } from './channel-pipeline.js';
import type { SpanFindings, StreamKind } from './messages.js';
import type { ModelJob, ModelVoice } from './model-runner.js';
import type { SpanOp } from './span-queues.js';

export interface WorkerChannel {
  pipeline: ChannelPipeline;
  /** Of a model without readers. */
  voice: ModelVoice | undefined;
  /** Voiced audio since the stretch of speech began, ms. */
  stretchVoicedMs: number;
  /** Audio of the stretch so far, ms. */
  stretchMs: number;
  /** Audio of the tones that the stretch follows without a pause, ms. */
  toneMs: number;
  /** Of the readers; each channel is a microphone of its own, and learns for itself. */
  ear: EarChannel | undefined;
  learner: LineLearner | undefined;
  /** The stretch of the newest reading that was answered. */
  answeredStretch: number;
  /** The full reader's, for the next answer. */
  whole?: { reading: UtteranceReading; stretch: number };
  wholeFault?: ModelFault;
}

export interface WorkerStream {
  channels: (WorkerChannel | null)[];
  model: boolean;
  priority: StreamKind;
}

/** A span whose signal path is done, and which waits for the model. */
export interface Prepared {
  op: SpanOp;
  channel: WorkerChannel;
  /** As it was after this span: later ones may be prepared before this one is judged. */
  stretchVoicedMs: number;
  toneMs: number;
  job: ModelJob | undefined;
  ear: EarJob | undefined;
  answer:
    { kind: 'analyzed'; findings: SpanFindings } | { kind: 'gap'; vadEvents: SpanFindings['vadEvents'] };
}

/** The span as its channel is now. */
export const preparedOf = (
  op: SpanOp,
  channel: WorkerChannel,
  job: ModelJob | undefined,
  answer: Prepared['answer'],
): Prepared => ({
  op,
  channel,
  stretchVoicedMs: channel.stretchVoicedMs,
  toneMs: channel.toneMs,
  job,
  ear: earJobOf(channel),
  answer,
});

const earJobOf = ({ ear, learner }: WorkerChannel): EarJob | undefined => {
  if (ear === undefined || learner === undefined) return undefined;
  const steps = ear.takeSteps();
  return { channel: ear, learner, steps, stretch: ear.stretch, stretchMs: ear.stretchMs, ended: [] };
};
