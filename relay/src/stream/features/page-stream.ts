import {
  type Features,
  LABELS,
  MODEL_FAULTS,
  DOUBTS,
  type EmotionLabel,
  type PageReading,
} from '@undertone/protocol';
import { BRIDGED_GAP_MS, type SpanQuality } from '@undertone/hearing';
import { defined } from '../../domain/defined.js';
import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import { samplesToMs } from '../../domain/live/audio-encoding.js';
import { invalidField } from '../../domain/live/session-fault.js';
import { type ChannelSpec, InferenceError, type InferenceStream } from '../../inference/port.js';
import { fromWireProsody } from './wire-prosody.js';

/** The last block of a stretch is filled up with silence. */
const EVIDENCE_SLACK_MS = 100;

interface Lane {
  nextSample: number;
  readonly sampleRate: number;
  speaking: boolean;
  /** Where speech last began or ended, ms. */
  changedAtMs: number;
  /** What features covered, and so was paid, since the last gap that ends speech, ms. */
  coveredMs: number;
}

/** What a page heard, in place of a worker: its findings become results as they come. It takes no audio. */
export class PageStream implements InferenceStream {
  private readonly lanes: readonly Lane[];
  private open = true;
  private onResultOf: (result: AnalysisResult) => void = () => undefined;

  constructor(
    channels: readonly ChannelSpec[],
    private readonly now: () => number,
  ) {
    this.lanes = channels.map(({ sampleRate, firstSample = 0 }) => ({
      nextSample: firstSample,
      sampleRate,
      speaking: false,
      changedAtMs: 0,
      coveredMs: 0,
    }));
  }

  /** @throws InferenceError always: nobody here hears audio */
  push(): never {
    throw new InferenceError('bad_spec', 'a stream of features takes no audio', false);
  }

  /**
   * Takes a message that was checked by itself, and checks it against the ones before it.
   * @throws SessionFault `validation_error` where time goes back, or a reading rests on more than the whole clock
   */
  takeFeatures(features: Features): void {
    const lane = this.lane(features.channel);
    const { firstSample, sampleCount, voiceChanges, reading, notSpeechMs } = features;
    const startMs = samplesToMs(firstSample, lane.sampleRate);
    const endMs = samplesToMs(firstSample + sampleCount, lane.sampleRate);
    const [first] = voiceChanges;
    if (first !== undefined && first.atMs < lane.changedAtMs) {
      throw invalidField('voice_changes[0].at_ms', 'not before the change before it');
    }
    const evidenceMs = reading?.evidenceMs ?? notSpeechMs ?? 0;
    // A pause is a gap here, but the page may go on hearing: only the whole clock bounds what it heard.
    if (evidenceMs > endMs + EVIDENCE_SLACK_MS) {
      throw invalidField(
        reading === undefined ? 'not_speech_ms' : 'reading.evidence_ms',
        'at most the time since the session began',
      );
    }
    lane.nextSample = firstSample + sampleCount;
    lane.coveredMs += endMs - startMs;
    const last = voiceChanges.at(-1);
    if (last !== undefined) {
      lane.changedAtMs = last.atMs;
      lane.speaking = last.event === 'start';
    }
    this.deliver({
      channel: features.channel,
      span: 'audio',
      startSample: firstSample,
      endSample: lane.nextSample,
      startMs,
      endMs,
      speech: features.speechMs > 0,
      speechMs: features.speechMs,
      vadEvents: voiceChanges.map(({ event, atMs }) => ({ kind: event === 'start' ? 'start' : 'end', atMs })),
      timing: this.timing(features.inferenceMs ?? 0),
      fromPage: true,
      prosody: fromWireProsody(features.prosody),
      quality: qualityOf(features),
      levels: { rmsDb: features.rmsDb, peakDb: features.peakDb },
      ...(reading !== undefined && readingOf(reading, lane.coveredMs)),
      ...(notSpeechMs !== undefined && { notSpeech: { evidenceMs: Math.min(notSpeechMs, lane.coveredMs) } }),
      ...defined({
        vocalSound: features.vocalSound,
        modelFault: MODEL_FAULTS.find((fault) => fault === features.modelFault),
      }),
    });
  }

  gap(channel: number, firstSample: number, count: number): void {
    if (count === 0) return;
    const lane = this.lane(channel);
    const startMs = samplesToMs(firstSample, lane.sampleRate);
    const endMs = samplesToMs(firstSample + count, lane.sampleRate);
    const isLong = endMs - startMs > BRIDGED_GAP_MS;
    const ends = isLong && lane.speaking;
    if (isLong) lane.coveredMs = 0;
    lane.nextSample = firstSample + count;
    if (ends) {
      lane.speaking = false;
      lane.changedAtMs = startMs;
    }
    this.deliver({
      channel,
      span: 'gap',
      startSample: firstSample,
      endSample: lane.nextSample,
      startMs,
      endMs,
      speech: false,
      speechMs: 0,
      vadEvents: ends ? [{ kind: 'end', atMs: startMs }] : [],
      timing: this.timing(0),
      fromPage: true,
    });
  }

  nextSample(channel: number): number {
    return this.lane(channel).nextSample;
  }

  /** Nothing is held back, so that only what was handed over just now is waited for. */
  flush(): Promise<void> {
    return new Promise((resolve) => queueMicrotask(resolve));
  }

  finish(): Promise<void> {
    return this.flush();
  }

  /** The page chooses its own intervals. */
  update(): void {
    return undefined;
  }

  /** Nothing is learned of a line that is not heard. */
  learned(): undefined {
    return undefined;
  }

  close(): void {
    this.open = false;
  }

  onResult(listener: (result: AnalysisResult) => void): void {
    this.onResultOf = listener;
  }

  /** There is no worker that could fail. */
  onFault(): void {
    return undefined;
  }

  private lane(channel: number): Lane {
    const lane = this.lanes[channel];
    if (lane === undefined) throw new InferenceError('bad_span', `there is no channel ${channel}`, false);
    return lane;
  }

  /** Never inside the caller's own call, as a worker's answers. */
  private deliver(result: AnalysisResult): void {
    queueMicrotask(() => {
      if (this.open) this.onResultOf(result);
    });
  }

  private timing(inferenceMs: number): AnalysisResult['timing'] {
    return { receivedAtMs: this.now(), queueMs: 0, inferenceMs, totalMs: 0 };
  }
}

const qualityOf = ({ quality }: Features): SpanQuality => ({
  clipping: quality.clipping ?? 0,
  voicedMs: quality.voicedMs ?? 0,
  narrowband: quality.narrowband ?? false,
  ...defined({ snrDb: quality.snrDb, outOfDomain: quality.outOfDomain }),
  doubts: DOUBTS.filter((doubt) => quality.doubts.includes(doubt)),
});

/** A reading counts for no more than what was paid for it: nobody gains by declaring as a gap what the page heard. */
const readingOf = (
  reading: PageReading,
  coveredMs: number,
): Pick<AnalysisResult, 'emotion' | 'dimensions' | 'baseline'> => {
  const evidenceMs = Math.min(reading.evidenceMs, coveredMs);
  const { uncertainBelow, trust, valence, arousal, dominance, baseline } = reading;
  const probabilities = Object.fromEntries(
    LABELS.map((label, index) => [label, reading.probabilities[index] ?? 0]),
  ) as Record<EmotionLabel, number>;
  return {
    emotion: { probabilities, uncertainBelow, evidenceMs, trust },
    dimensions: { valence, arousal, dominance },
    ...(baseline !== undefined && { baseline: { ...baseline } }),
  };
};
