/** How a relay tells its clients of clips: over REST each by itself or as a batch, and in a call. */
import { setTimeout as pause } from 'node:timers/promises';
import { type RestAnswer, RestClient } from '../support/rest-client.js';
import type { RelayProcess } from '../support/relay-process.js';
import { PlainClient } from '../support/plain-client.js';
import { encodePcm } from '../support/pcm.js';
import { speechRate, type SpeechRow } from '../support/speech.js';
import { wavBytes } from '../support/wav.js';

/** One clip as a client was told of it. */
export interface Shown {
  readonly corpus: string;
  readonly label: string;
  readonly leading: string;
  readonly confidence: number;
  readonly uncertain: boolean;
}

export interface Clip extends SpeechRow {
  readonly samples: Float32Array;
}

/** Between two clips of a call, so that each is a turn of its own. */
const PAUSE_S = 1;
const POLL_MS = 250;
const BYTES_PER_SECOND = 2 * speechRate;

const leadingOf = (probabilities: Record<string, number>): string =>
  Object.entries(probabilities).reduce((best, each) => (each[1] > best[1] ? each : best))[0];

/** What a stream told while a clip was heard. */
export interface Told extends Shown {
  /** Since the first word, ms. */
  readonly sinceMs: number;
}

/** Of what is no speech, or another sound, no emotion is told. */
const isUntold = (probabilities: Record<string, number>): boolean => Object.keys(probabilities).length === 0;

/** An analysis as a client reads it; undefined where it tells no emotion. */
const shownIn = (json: Record<string, unknown>, { corpus, label }: SpeechRow): Shown | undefined => {
  const probabilities = json['emotion_probabilities'] as Record<string, number>;
  if (json['speech'] === false || isUntold(probabilities)) return undefined;
  return {
    corpus,
    label,
    leading: leadingOf(probabilities),
    confidence: json['confidence'] as number,
    uncertain: json['uncertain'] === true,
  };
};

const answered = ({ status, json }: RestAnswer): Record<string, unknown> => {
  if (status < 300) return json;
  throw new Error(`HTTP ${status}: ${JSON.stringify(json).slice(0, 300)}`);
};

/** A clip by itself. */
export const overRest = async (relay: RelayProcess, clip: Clip): Promise<Shown | undefined> => {
  const answer = await new RestClient(relay).send(
    'POST',
    '/v1/analyze/audio?features=emotion&diarize=false',
    wavBytes(clip.samples, speechRate),
    { 'content-type': 'audio/wav' },
  );
  return shownIn(answered(answer), clip);
};

/** What a batch is answered with: its results, or the job that makes them. */
interface Batch {
  readonly job?: { readonly id: string; readonly status: string };
  readonly results?: readonly Record<string, unknown>[];
}

/** Clips as recordings of one line. */
export const overBatch = async (relay: RelayProcess, clips: readonly Clip[]): Promise<Shown[]> => {
  const client = new RestClient(relay);
  const items = clips.map(({ speaker, samples }, n) => ({
    id: `${n}`,
    speaker_id: speaker,
    audio_base64: Buffer.from(wavBytes(samples, speechRate)).toString('base64'),
  }));
  const asked = { items, features: ['emotion'], diarize: false };
  let batch: Batch = answered(await client.post('/v1/analyze/batch', asked));
  while (batch.job?.status === 'running') {
    await pause(POLL_MS);
    batch = answered(await client.send('GET', `/v1/analyze/jobs/${batch.job.id}`));
  }
  return clips.flatMap((clip, n) => {
    const { error, ...result } = batch.results?.[n] ?? { error: 'no result' };
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return shownIn(result, clip) ?? [];
  });
};

/** A speaker's clips as one call in real time: what was told while each clip was heard. */
export const overStream = async (relay: RelayProcess, clips: readonly Clip[]): Promise<Told[][]> => {
  const silence = new Float32Array(PAUSE_S * speechRate);
  const call = clips.flatMap(({ samples }) => [samples, silence]);
  const client = await PlainClient.connect(relay.wsUrl, { key: relay.key });
  await client.hello({ sample_rate: speechRate, features: ['emotion'] });
  await client.stream(Buffer.concat(call.map((part) => encodePcm(part, 'pcm_s16le'))), BYTES_PER_SECOND);
  await client.end();
  const told = client
    .directives()
    .filter(({ speech, emotion_probabilities: probabilities }) => speech && !isUntold(probabilities));
  let startMs = 0;
  return clips.map(({ corpus, label, samples }) => {
    const endMs = startMs + (1000 * samples.length) / speechRate;
    // A result's audio may reach into the pause; the next clip's begins after it.
    const own = told.filter(
      ({ audio_start_ms: from, audio_end_ms: to }) =>
        from >= startMs - 500 && from < endMs && to <= endMs + 500,
    );
    startMs = endMs + 1000 * PAUSE_S;
    const firstMs = own[0]?.audio_start_ms ?? 0;
    return own.map(({ emotion, confidence, emotion_probabilities: probabilities, audio_end_ms: toMs }) => ({
      sinceMs: toMs - firstMs,
      corpus,
      label,
      leading: leadingOf(probabilities),
      confidence,
      uncertain: emotion === 'uncertain',
    }));
  });
};
