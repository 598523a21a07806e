import type { OnlineDiarizerEvent } from '@undertone/speaker';
import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import type { InferenceStream } from '../port.js';
import type { HeardVoice, VoiceChannelSetup } from './voice-messages.js';
import type { TrackerListener, LiveTracker, SpeakerTrackers } from './voice-pool.js';
import {
  VoicedStream,
  type VoicedChannel,
  type VoicedStreamOptions,
  type VoiceRole,
} from './voiced-stream.js';

const RATE = 1_000;
const CHANNEL: VoicedChannel = { encoding: 'mulaw', sampleRate: RATE, analyse: true };

/** The emotion model's side. Records every span and its content. */
class Inner implements InferenceStream {
  readonly spans: { kind: 'audio' | 'gap'; from: number; to: number }[] = [];
  readonly heard: number[] = [];
  closed = false;
  private next = 0;
  private listener: (result: AnalysisResult) => void = () => undefined;

  push(_channel: number, firstSample: number, payload: Uint8Array): void {
    this.take('audio', firstSample, payload.length);
    this.heard.push(...payload);
  }
  gap(_channel: number, firstSample: number, count: number): void {
    this.take('gap', firstSample, count);
  }
  nextSample = (): number => this.next;
  flush = (): Promise<void> => Promise.resolve();
  learned = (): undefined => undefined;
  finish = (): Promise<void> => Promise.resolve();
  update = (): void => undefined;
  close(): void {
    this.closed = true;
  }
  onResult(listener: (result: AnalysisResult) => void): void {
    this.listener = listener;
  }
  onFault = (): void => undefined;

  result(startMs: number, endMs: number): void {
    this.listener({ channel: 0, startMs, endMs } as AnalysisResult);
  }

  private take(kind: 'audio' | 'gap', from: number, count: number): void {
    expect(from, 'spans follow each other').toBe(this.next);
    this.next += count;
    const last = this.spans.at(-1);
    if (last?.kind === kind) last.to = this.next;
    else this.spans.push({ kind, from, to: this.next });
  }
}

/** The voice worker's side. It reports what the test tells it to. */
class Trackers implements SpeakerTrackers, LiveTracker {
  readonly setups: VoiceChannelSetup[] = [];
  readonly asked: string[] = [];
  heardMs = 0;
  private listener: TrackerListener | undefined;

  openTracker(setup: VoiceChannelSetup, listener: TrackerListener): LiveTracker {
    this.setups.push(setup);
    this.listener = listener;
    return this;
  }
  audio(payload: Uint8Array): void {
    this.heardMs += (1000 * payload.length) / RATE;
  }
  gap = (durationMs: number): void => void this.asked.push(`gap ${durationMs}`);
  end = (): void => void this.asked.push('end');
  voiceprints = (): void => undefined;
  close = (): void => void this.asked.push('close');

  says(throughMs: number, events: OnlineDiarizerEvent[] = [], voices: HeardVoice[] = [], last = false): void {
    this.listener?.news({ throughMs, events, voices, last });
  }
  dies(): void {
    this.listener?.lost('it died');
  }
}

/** A number for a turn by its beginning. */
const idOf = (speaker: number, startMs: number): number => startMs * 16 + speaker;
const begins = (speaker: number, atMs: number): OnlineDiarizerEvent => ({
  type: 'turn_start',
  id: idOf(speaker, atMs),
  speaker,
  atMs,
});
const ends = (speaker: number, startMs: number, endMs: number, overlap = false): OnlineDiarizerEvent => ({
  type: 'turn_end',
  id: idOf(speaker, startMs),
  turn: { speaker, startMs, endMs, overlap, confidence: 1 },
});

const set = (voices: VoicedChannel['voices'], over: Partial<VoicedStreamOptions> = {}) => {
  const inner = new Inner();
  const trackers = new Trackers();
  const lost: number[] = [];
  const overlaps: unknown[] = [];
  const stream = new VoicedStream(inner, {
    trackers,
    channels: [{ ...CHANNEL, ...(voices !== undefined && { voices }) }],
    voiceprints: true,
    nameOf: (_channel, speaker) => `s${speaker + 1}`,
    onVoice: () => undefined,
    onOverlap: (_channel, speakers, startMs, endMs) => overlaps.push([...speakers, startMs, endMs]),
    onRevised: () => [],
    onLost: (channel) => lost.push(channel),
    roleOf: () => 'caller',
    after: () => () => undefined,
    ...over,
  });
  let sent = 0;
  const speak = (ms: number): void => {
    const payload = Uint8Array.from({ length: ms }, (_, n) => (sent + n) % 251);
    stream.push(0, sent, payload);
    sent += ms;
  };
  return { inner, trackers, lost, overlaps, stream, speak };
};

describe('a stream that listens for who speaks', () => {
  it('passes a channel of one person through unchanged while it listens', () => {
    const { inner, trackers, speak } = set('one');
    speak(1_000);
    expect(inner.spans).toEqual([{ kind: 'audio', from: 0, to: 1_000 }]);
    expect(trackers.heardMs).toBe(1_000);
    expect(trackers.setups).toMatchObject([{ mode: 'one', voiceprints: true }]);
  });

  it('I8: keeps a channel of one person from the emotion model once the person is known to be the agent', () => {
    let role: VoiceRole = 'unknown';
    const { inner, trackers, speak } = set('one', { roleOf: () => role });
    speak(1_000);
    role = 'agent';
    speak(500);
    expect(inner.spans).toEqual([
      { kind: 'audio', from: 0, to: 1_000 },
      { kind: 'gap', from: 1_000, to: 1_500 },
    ]);
    expect(inner.heard).toHaveLength(1_000);
    expect(trackers.heardMs).toBe(1_500);
  });

  it('opens no tracker for a channel without voices, and none for one that is not analyzed', () => {
    const { inner, trackers, speak } = set(undefined);
    speak(500);
    expect(trackers.setups).toEqual([]);
    expect(inner.spans).toEqual([{ kind: 'audio', from: 0, to: 500 }]);
    const off = new Trackers();
    const closed = new VoicedStream(new Inner(), {
      trackers: off,
      channels: [{ ...CHANNEL, analyse: false, voices: 'mixed' }],
      voiceprints: true,
      nameOf: () => '',
      onVoice: () => undefined,
      onOverlap: () => undefined,
      onRevised: () => [],
      onLost: () => undefined,
      roleOf: () => 'caller',
      after: () => () => undefined,
    });
    closed.gap(0, 0, 10);
    expect(off.setups).toEqual([]);
  });

  it('holds a mixed channel until it is decided who speaks, and then names each result', () => {
    const { inner, trackers, stream, speak } = set('mixed');
    const named: unknown[] = [];
    stream.onResult(({ startMs, speaker }) => named.push([startMs, speaker]));
    speak(3_000);
    expect(inner.spans).toEqual([]);
    expect(stream.nextSample(0)).toBe(3_000);
    trackers.says(1_500, [begins(0, 0), ends(0, 0, 1_000), begins(1, 1_000)]);
    expect(inner.spans).toEqual([{ kind: 'audio', from: 0, to: 1_500 }]);
    inner.result(0, 500);
    inner.result(500, 1_100);
    inner.result(1_100, 1_500);
    expect(named).toEqual([
      [0, 's1'],
      [500, 's1'],
      [1_100, 's2'],
    ]);
  });

  it('passes on every sample once and in order, gaps included', () => {
    const { inner, trackers, stream, speak } = set('mixed');
    speak(700);
    stream.gap(0, 700, 300);
    stream.push(0, 1_000, Uint8Array.from([9, 8, 7]));
    trackers.says(500);
    trackers.says(5_000);
    expect(inner.spans).toEqual([
      { kind: 'audio', from: 0, to: 700 },
      { kind: 'gap', from: 700, to: 1_000 },
      { kind: 'audio', from: 1_000, to: 1_003 },
    ]);
    expect(inner.heard.slice(0, 700)).toEqual(Array.from({ length: 700 }, (_, n) => n % 251));
    expect(inner.heard.slice(700)).toEqual([9, 8, 7]);
    expect(() => stream.push(0, 10, Uint8Array.from([1]))).toThrow('already given');
  });

  it('I8: keeps what an agent says from the emotion model, to the sample', () => {
    const { inner, trackers, speak } = set('mixed', {
      roleOf: (_channel, speaker): VoiceRole => (speaker === 1 ? 'agent' : 'caller'),
    });
    speak(4_000);
    trackers.says(3_000, [
      begins(0, 0),
      ends(0, 0, 1_000),
      begins(1, 1_000),
      ends(1, 1_000, 2_200),
      begins(0, 2_200),
    ]);
    expect(inner.spans).toEqual([
      { kind: 'audio', from: 0, to: 1_000 },
      { kind: 'gap', from: 1_000, to: 2_200 },
      { kind: 'audio', from: 2_200, to: 3_000 },
    ]);
  });

  it('holds a new voice until it is known not to be the agent, but at most six seconds', () => {
    let role: VoiceRole = 'unknown';
    const { inner, trackers, stream, speak } = set('mixed', { roleOf: () => role });
    speak(9_000);
    trackers.says(4_000, [begins(0, 1_000)]);
    expect(inner.spans, 'silence before it goes on').toEqual([{ kind: 'audio', from: 0, to: 1_000 }]);
    role = 'agent';
    stream.reconsider();
    expect(inner.spans.at(-1)).toEqual({ kind: 'gap', from: 1_000, to: 4_000 });
    role = 'unknown';
    trackers.says(5_000, [ends(0, 1_000, 4_000), begins(1, 4_000)]);
    expect(inner.nextSample()).toBe(4_000);
    trackers.says(10_100);
    expect(inner.spans.at(-1)).toMatchObject({ kind: 'audio', from: 4_000 });
  });

  it('reports when two people speak at once', () => {
    const { trackers, overlaps, speak } = set('mixed');
    speak(3_000);
    trackers.says(3_000, [begins(0, 0), begins(1, 900), ends(0, 0, 1_200), ends(1, 900, 2_000, true)]);
    expect(overlaps).toEqual([['s1', 's2', 900, 2_000]]);
  });

  it('continues as the last speaker without the worker, and reports that', () => {
    const { inner, trackers, lost, speak } = set('mixed');
    speak(1_000);
    trackers.dies();
    speak(500);
    expect(lost).toEqual([0]);
    expect(inner.spans).toEqual([{ kind: 'audio', from: 0, to: 1_500 }]);
  });

  it('passes nothing on without the worker if the agent may be speaking', () => {
    const { inner, trackers, speak } = set('mixed', { roleOf: () => 'agent' });
    speak(1_000);
    trackers.says(200, [begins(0, 0)]);
    trackers.dies();
    speak(500);
    expect(inner.spans).toEqual([{ kind: 'gap', from: 0, to: 1_500 }]);
  });

  it('waits at most ten seconds for a worker that does not keep up', () => {
    const { inner, trackers, lost, speak } = set('mixed');
    for (let n = 0; n < 11; n++) speak(1_000);
    expect(lost).toEqual([0]);
    expect(trackers.asked).toContain('close');
    expect(inner.nextSample()).toBe(11_000);
  });

  it('releases everything on a flush, and waits for the last decisions at the end', async () => {
    const { inner, trackers, stream, speak } = set('mixed');
    speak(300);
    await stream.flush();
    expect(inner.nextSample()).toBe(300);
    speak(400);
    const finished = stream.finish();
    expect(trackers.asked).toEqual(['end']);
    trackers.says(700, [], [], true);
    await finished;
    expect(inner.nextSample()).toBe(700);
    stream.close();
    expect(inner.closed).toBe(true);
  });
});
