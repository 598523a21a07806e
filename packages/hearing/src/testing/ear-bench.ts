import type { Tuning } from '@undertone/fine-tune';
import type { ChannelKnowledge } from '../ear/line-knowledge.js';
import type { EarReaders } from '../ear/readers.js';
import type { SpanAnswer, SpanFindings, StreamKind } from '../worker/messages.js';
import { WorkerCore } from '../worker/worker-core.js';
import { bytesOf, voiceThenSilence } from './voice.js';

/** What a stream begins with besides its audio. */
export interface EarStream {
  readonly known?: ChannelKnowledge;
  readonly tuning?: Tuning;
  readonly embeddings?: boolean;
}

/** Samples of a span: a quarter of a second. */
export const SPANS = 4_000;

/** A worker with the readers, and what it answers. */
export class EarBench {
  private readonly answers: SpanAnswer[] = [];
  private readonly core: WorkerCore;

  constructor(heardBy: EarReaders) {
    this.core = new WorkerCore({ readers: heardBy }, (answers) => this.answers.push(...answers), {
      now: () => 0,
      yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
    });
  }

  open(stream: number, priority: StreamKind, more: EarStream = {}, count = 1): void {
    const setup = { encoding: 'pcm_s16le' as const, sampleRate: 16_000, startMs: 0 };
    const channels = Array.from({ length: count }, () => setup);
    this.core.receive({
      kind: 'open',
      stream,
      channels,
      model: true,
      priority,
      ...more,
    });
  }

  send(stream: number, samples: Int16Array, piece = SPANS, channel = 0): void {
    for (let from = 0; from < samples.length; from += piece)
      this.sendPiece(stream, samples, from, piece, channel);
  }

  sendPiece(stream: number, samples: Int16Array, from: number, piece = SPANS, channel = 0): void {
    const payload = bytesOf(samples.slice(from, from + piece)).slice();
    const final = from + piece >= samples.length;
    this.core.receive({ kind: 'chunk', stream, channel, id: from / piece, payload, final });
  }

  idle(): Promise<void> {
    return this.core.idle();
  }

  /** The streams of the answers, in their order. */
  get order(): number[] {
    return this.answers.map(({ stream }) => stream);
  }

  close(stream: number): void {
    this.core.receive({ kind: 'close', stream });
  }

  async findings(stream: number, channel = 0): Promise<SpanFindings[]> {
    await this.core.idle();
    return this.answers.flatMap((answer) =>
      answer.stream === stream && answer.channel === channel && answer.kind === 'analyzed'
        ? [answer.findings]
        : [],
    );
  }
}

/** What is found in a recording. */
export const hearAll = async (
  heardBy: EarReaders,
  samples: Int16Array,
  piece = SPANS,
  more: EarStream = {},
): Promise<SpanFindings[]> => {
  const bench = new EarBench(heardBy);
  bench.open(1, 'file', more);
  bench.send(1, samples, piece);
  return bench.findings(1);
};

/** Two utterances with a pause between them. */
export const twoUtterances = Int16Array.from([
  ...voiceThenSilence(2.5, 1.5, 3),
  ...voiceThenSilence(2, 1.5, 4),
]);

export const utterancesOf = (findings: readonly SpanFindings[]) =>
  findings.flatMap(({ utterance }) => utterance ?? []);
