import type { EarJob } from '../ear/ear.js';
import type { SpanAnswer, SpanFindings } from './messages.js';
import type { ModelReading } from './model-runner.js';
import { gateReading } from './reading-gate.js';
import type { SpanOp } from './span-queues.js';
import type { Prepared, WorkerChannel } from './worker-channel.js';

/**
 * Adds what the readers, or the model, said of a span to its findings.
 *
 * @param outOfDomainAbove the readers' limit, or the model's
 */
export const addReading = (
  { op, channel, stretchVoicedMs, toneMs, job, ear, answer }: Prepared,
  outOfDomainAbove: number | undefined,
): void => {
  if (answer.kind === 'gap') return;
  const { findings } = answer;
  const fault = job?.fault ?? ear?.channel.fault;
  if (ear !== undefined) {
    ear.channel.fault = undefined;
    const learned = ear.learner.news(op.kind === 'chunk' && op.final);
    if (learned !== undefined) findings.learned = learned;
    takeWhole(channel, findings);
  }
  const last = ear === undefined ? channel.voice?.last : readingOf(ear);
  if (fault !== undefined) findings.modelFault = fault;
  else if (last !== undefined) {
    const { outOfDomain, doubts, ...reading } = gateReading(
      last,
      { ...findings.quality, stretchVoicedMs, by: ear === undefined ? 'model' : 'reader' },
      outOfDomainAbove,
    );
    Object.assign(findings, reading);
    // Until a voice is known, the tone goes on: it is one sound, however it is cut.
    if (findings.notSpeech !== undefined && toneMs > 0) {
      findings.notSpeech = { evidenceMs: toneMs + findings.notSpeech.evidenceMs };
    }
    if (ear !== undefined && reading.emotion !== undefined) {
      const known = ear.channel.heard?.reading.baseline;
      if (known !== undefined) findings.baseline = known;
      channel.answeredStretch = ear.stretch;
    }
    if (outOfDomain !== undefined) findings.quality.outOfDomain = outOfDomain;
    if (doubts !== undefined) findings.quality.doubts = doubts;
  }
};

/** The live reader's reading. */
const readingOf = ({ channel, stretchMs }: EarJob): ModelReading | undefined => {
  const { heard: last, outputs } = channel;
  if (last === undefined) return undefined;
  const { emotion, dimensions, outOfDomain, vocalSound, tunedProbabilities, heard } = last.reading;
  return {
    emotion: { ...emotion, evidenceMs: stretchMs },
    dimensions,
    outOfDomain,
    ...(vocalSound !== undefined && { vocalSound }),
    ...(tunedProbabilities !== undefined && { tunedProbabilities }),
    ...(outputs && heard !== undefined && { heard }),
  };
};

/** Adds the full reader's reading, unless a later stretch was answered already. */
const takeWhole = (channel: WorkerChannel, findings: SpanFindings): void => {
  const { whole, wholeFault } = channel;
  delete channel.whole;
  delete channel.wholeFault;
  if (wholeFault !== undefined) findings.utteranceFault = wholeFault;
  if (whole !== undefined && whole.stretch >= channel.answeredStretch) findings.utterance = whole.reading;
};

/** What the pool knows a span by. */
export const idOf = ({ stream, channel, id }: SpanOp): Pick<SpanAnswer, 'stream' | 'channel' | 'id'> => ({
  stream,
  channel,
  id,
});
