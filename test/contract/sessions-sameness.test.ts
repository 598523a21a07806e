/** “A live stream, uploads and REST utterances with the same id are one conversation.” */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelMetadata } from '@undertone/model';
import { AUTH_PREFIX, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePcm } from '../support/pcm.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { RestClient } from '../support/rest-client.js';
import { angryAndSad, hasSpeech, type Sentence, speechRate } from '../support/speech.js';
import { synthesizeVoice } from '../support/voices.js';
import { joined, wavBytes } from '../support/wav.js';

/** Silence around each sentence. Together they exceed the silence that ends a turn. */
const before = 0.6;
const after = 0.9;
/** A stream's spans start with the call, an upload's with its file, so voice activity may differ by one span. */
const timeTolerance = 0.25;
/** The same words cut at other places. The distance between angry and sad is ten times as large. */
const toneTolerance = 0.08;
const predictionTolerance = 0.05;
/**
 * A stream has learned the line and the voice by its second sentence; an upload is judged by itself. This much may come
 * between them.
 */
const learnedTolerance = 0.35;
/** From this confidence on, a label is the same over every route. Below it, two labels may tie, and a cut may decide. */
const sureFrom = 0.45;
const tieTolerance = 0.05;

interface Utterance {
  id: string;
  speaker_id: string;
  role: string;
  source: string;
  start: number;
  end: number;
  emotion: string;
  confidence: number;
  uncertain: boolean;
  valence: number;
  arousal: number;
}
interface Session {
  state: string;
  end_code: string;
  utterance_count: number;
  predictions: Record<string, unknown>;
  utterances: Utterance[];
  summary: { duration: number; emotion_trajectory: string[] };
  vertical_state: string;
  metrics: Record<string, number | string | boolean>;
}

let relay: RelayProcess;
let client: RestClient;
beforeAll(async () => {
  relay = await RelayProcess.start();
  client = new RestClient(relay);
});
afterAll(() => relay.stop());

const silence = (seconds: number): Float32Array => new Float32Array(seconds * speechRate);
/** Each sentence with its silence: the call, cut where nobody speaks. */
const piecesOf = (sentences: readonly Sentence[]): Float32Array[] =>
  sentences.map(({ samples }) => joined([silence(before), samples, silence(after)]));

const read = async (id: string): Promise<Session> => {
  const { status, json } = await client.send('GET', `/v1/sessions/${encodeURIComponent(id)}`);
  expect(status).toBe(200);
  return json['session'] as Session;
};
const end = async (id: string): Promise<void> => {
  expect((await client.post(`/v1/sessions/${encodeURIComponent(id)}/end`, {})).status).toBe(200);
};
const create = async (id: string): Promise<void> => {
  expect((await client.post('/v1/sessions', { session_id: id })).status).toBe(201);
};

/** Streams audio into a session, and ends it. */
const stream = async (id: string, audio: Float32Array): Promise<ProtoClient> => {
  const { token } = await relay.token({ session_id: id });
  const live = await ProtoClient.connect(relay.wsUrl, {
    protocols: [SUBPROTOCOL_PROTO, `${AUTH_PREFIX}${token}`],
  });
  const ready = await live.hello({
    channels: [{ id: 'customer', subject: 'customer', sampleRate: speechRate }],
    features: ['emotion', 'vad', 'prediction'],
  });
  expect(ready.sessionId).toBe(id);
  await live.stream([encodePcm(audio, 'pcm_s16le')], speechRate);
  await live.end();
  return live;
};
const upload = async (id: string, piece: Float32Array): Promise<void> => {
  const fields = { audio: wavBytes(piece, speechRate), session_id: id, speaker_id: 'customer' };
  const { status, json } = await client.form('/v1/analyze/audio', fields);
  expect(status).toBe(200);
  expect(json['predictions']).toHaveProperty('escalation_risk');
};
const utter = async (id: string, piece: Float32Array): Promise<Utterance> => {
  const fields = { audio: wavBytes(piece, speechRate), speaker_id: 'customer' };
  const { status, json } = await client.form(`/v1/sessions/${encodeURIComponent(id)}/utterances`, fields);
  expect(status).toBe(201);
  return json['utterance'] as Utterance;
};

/** Sends the call over every route, each in a session of its own. */
const overEveryRoute = async (
  name: string,
  pieces: readonly Float32Array[],
): Promise<Map<string, Session>> => {
  const ids = ['stream', 'uploads', 'utterances', 'results', 'mixed'].map((route) => `${name}: ${route} / ä`);
  const [streamed = '', uploaded = '', uttered = '', resulted = '', mixed = ''] = ids;
  const overStream = stream(streamed, joined(pieces));
  for (const piece of pieces) await upload(uploaded, piece);
  await end(uploaded);
  await create(uttered);
  const heard: Utterance[] = [];
  for (const piece of pieces) heard.push(await utter(uttered, piece));
  await end(uttered);
  await create(resulted);
  for (const [index, piece] of pieces.entries()) {
    const { json: result } = await client.form('/v1/analyze/audio', { audio: wavBytes(piece, speechRate) });
    const { start = 0, end: until = 0 } = heard[index] ?? {};
    const body = { result, start, duration: until - start, speaker_id: 'customer' };
    expect((await client.post(`/v1/sessions/${encodeURIComponent(resulted)}/utterances`, body)).status).toBe(
      201,
    );
  }
  await end(resulted);
  const [first = silence(1), second = silence(1), ...rest] = pieces;
  await upload(mixed, first);
  await utter(mixed, second);
  await stream(mixed, joined(rest));
  await overStream;
  return new Map(await Promise.all(ids.map(async (id) => [id, await read(id)] as const)));
};

/** Each trained class with its labels. A reading at the edge of a documented split may get any of them. */
const trainedClasses = async (): Promise<Set<string>[]> => {
  const path = join(repositoryRoot, 'packages/model/models/undertone-live.json');
  const { classes } = JSON.parse(await readFile(path, 'utf8')) as Pick<ModelMetadata, 'classes'>;
  return classes.map(({ labels }) => new Set(labels.map(({ label }) => label)));
};

const worst = (of: readonly number[]): number => Math.max(0, ...of.map(Math.abs));

const describeSameness = (name: string, sentencesOf: () => Promise<Sentence[]>): void => {
  describe(`the same conversation in ${name}`, () => {
    let sentences: Sentence[];
    let pieces: Float32Array[];
    let sessions: Map<string, Session>;
    let reference: Session;
    let classes: Set<string>[];
    const others = (): [string, Session][] => [...sessions].slice(1);
    /** Routes whose recordings are judged one by one, the first of them to compare with. */
    const alone = (): [string, Session][] =>
      [...sessions].filter(([route]) => !/stream|mixed/u.test(route.split(': ')[1] ?? ''));
    const uploads = (): Session => alone()[0]?.[1] ?? expect.fail('no uploads');
    const alike = (a: string, b: string): boolean =>
      a === b || classes.some((split) => split.has(a) && split.has(b));

    beforeAll(async () => {
      sentences = await sentencesOf();
      pieces = piecesOf(sentences);
      classes = await trainedClasses();
      sessions = await overEveryRoute(name, pieces);
      const [first] = sessions.values();
      if (first === undefined) throw new Error('the stream has a session');
      reference = first;
    });

    it('has one utterance per sentence, by the same speaker, over every route', () => {
      for (const [route, { utterances, utterance_count }] of sessions) {
        expect(utterance_count, route).toBe(sentences.length);
        expect(
          utterances.map(({ speaker_id, role }) => [speaker_id, role]),
          route,
        ).toEqual(sentences.map(() => ['customer', 'caller']));
      }
    });

    it(`has utterances at the same times, within ${timeTolerance} s`, () => {
      for (const [route, { utterances }] of others()) {
        const apart = utterances.flatMap(({ start, end: until }, i) => {
          const other = reference.utterances[i];
          return [start - (other?.start ?? NaN), until - (other?.end ?? NaN)];
        });
        expect(worst(apart), route).toBeLessThanOrEqual(timeTolerance);
      }
    });

    it(`has emotions of the same trained class or equally likely ones, and the same valence and arousal within ${toneTolerance}`, () => {
      for (const [route, { utterances }] of alone()) {
        const tones = utterances.flatMap(({ valence, arousal }, i) => {
          const other = uploads().utterances[i];
          return [valence - (other?.valence ?? NaN), arousal - (other?.arousal ?? NaN)];
        });
        expect(worst(tones), route).toBeLessThanOrEqual(toneTolerance);
        const differing = utterances.flatMap(({ emotion, confidence }, i) => {
          const other = uploads().utterances[i];
          if (other === undefined || alike(emotion, other.emotion)) return [];
          return [{ sentence: i + 1, told: [emotion, other.emotion], of: [confidence, other.confidence] }];
        });
        const unlike = differing.filter(({ of: [here = 1, there = 0] }) => {
          return Math.max(here, there) >= sureFrom || Math.abs(here - there) > tieTolerance;
        });
        expect(unlike, `${route}, here and by uploads`).toEqual([]);
        expect(differing.length, route).toBeLessThan(sentences.length / 2);
      }
    });

    it(`has a first sentence that sounds the same to a stream, and later ones within ${learnedTolerance} of it`, () => {
      const tones = reference.utterances.map(({ valence, arousal }, i) => {
        const other = uploads().utterances[i];
        return worst([valence - (other?.valence ?? NaN), arousal - (other?.arousal ?? NaN)]);
      });
      expect(tones[0]).toBeLessThanOrEqual(toneTolerance);
      expect(worst(tones)).toBeLessThanOrEqual(learnedTolerance);
    });

    it('has each label in the trajectory, or uncertain when its utterance is flagged so', () => {
      for (const [route, { utterances, summary }] of sessions) {
        const labels = utterances.map(({ emotion, uncertain }) => (uncertain ? 'uncertain' : emotion));
        expect(summary.emotion_trajectory, route).toEqual(labels);
      }
    });

    it(`has the same predictions, within ${predictionTolerance} (of the range)`, () => {
      const range: Record<string, number> = { predicted_csat: 4, sentiment_forecast: 2 };
      const names = [
        'escalation_risk',
        'churn_risk',
        'resolution_probability',
        'predicted_csat',
        'sentiment_forecast',
      ];
      for (const [route, { predictions }] of alone()) {
        const apart = names.map(
          (name) => (Number(predictions[name]) - Number(uploads().predictions[name])) / (range[name] ?? 1),
        );
        expect(worst(apart), route).toBeLessThanOrEqual(predictionTolerance);
        expect(predictions['utterances_seen'], route).toBe(sentences.length);
        expect(predictions['recommended_tone'], route).toBe(uploads().predictions['recommended_tone']);
      }
    });

    it('has the same state and metrics of the vertical', () => {
      for (const [route, { vertical_state, metrics }] of alone()) {
        expect(vertical_state, route).toBe(uploads().vertical_state);
        expect(Object.keys(metrics), route).toEqual(Object.keys(uploads().metrics));
        for (const [name, value] of Object.entries(metrics)) {
          const other = uploads().metrics[name];
          const where = `${route}: ${name}`;
          if (typeof value === 'number') expect(Math.abs(value - Number(other)), where).toBeLessThan(0.2);
          else expect(value, where).toBe(other);
        }
      }
    });

    it('has the same session state, duration and end code', () => {
      const seconds = joined(pieces).length / speechRate;
      for (const [route, session] of sessions) {
        expect([session.state, session.end_code], route).toEqual(['ended', 'client_ended']);
        if (route.includes('results')) continue; // a result does not include the silence around it
        expect(Math.abs(session.summary.duration - seconds), route).toBeLessThan(0.1);
      }
    });
  });
};

const synthesized = (): Promise<Sentence[]> =>
  Promise.resolve(
    (['angry', 'sad', 'angry', 'sad'] as const).map((label, seed) => ({
      label,
      source: 'synthesized',
      samples: synthesizeVoice(label, 3, seed),
    })),
  );

describeSameness('synthesized voices', synthesized);
if (hasSpeech) describeSameness('recorded speech', () => angryAndSad(2));
else console.warn('no recordings: sessions are compared on synthesized voices alone');
