/** Batches and lines over real HTTP, beyond what the published interface says of them (`conformance/`). */
import { LABELS } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePcm } from '../support/pcm.js';
import { ProtoClient } from '../support/proto-client.js';
import { wavBytes } from '../support/wav.js';
import { RelayProcess } from '../support/relay-process.js';
import { errorOf, type RestAnswer, RestClient } from '../support/rest-client.js';
import { angryAndSad, speechRate } from '../support/speech.js';

let relay: RelayProcess;
let client: RestClient;
let base64: string;

beforeAll(async () => {
  const [angry] = await angryAndSad(1);
  base64 = Buffer.from(wavBytes(angry!.samples, speechRate)).toString('base64');
  relay = await RelayProcess.start();
  client = new RestClient(relay);
});
afterAll(() => relay.stop());

const analyze = async (fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
  const answer = await client.post('/v1/analyze', { audio_base64: base64, ...fields });
  expect(answer).toMatchObject({ status: 200 });
  return answer.json;
};
const same = ({ status, json }: RestAnswer): Record<string, unknown> => {
  expect({ status, error: json['error'] }).toEqual({ status: 200, error: undefined });
  return { ...json, request_id: '', processed_at: '' };
};
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], value);

describe('the cues of a recording', () => {
  it('are those that a stream of the same audio gives, at the same moments', async () => {
    // One of the two actors: six sad sentences, then six angry ones.
    const own = (await angryAndSad(12)).filter((_, index) => Math.floor(index / 2) % 2 === 0);
    const [sad, angry] = ['sad', 'angry'].map((label) => own.filter((each) => each.label === label));
    const pause = new Float32Array(speechRate / 2);
    const parts = [...sad!, ...angry!].flatMap(({ samples }) => [samples, pause]);
    const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
    let filled = 0;
    for (const part of parts) {
      samples.set(part, filled);
      filled += part.length;
    }
    const file = Buffer.from(wavBytes(samples, speechRate));
    const answer = await analyze({ audio_base64: file.toString('base64'), cues: true });
    const told = answer['cues'] as { at: number; title: string; mode: string }[];
    const stream = await ProtoClient.connect(relay.wsUrl, { key: relay.key });
    await stream.hello();
    await stream.stream([encodePcm(samples, 'pcm_s16le')], speechRate);
    await stream.end();
    const live = stream
      .all('agent_steering')
      .flatMap(({ cue, timestampMs, mode }) =>
        cue === undefined
          ? []
          : [{ title: cue.title, mode, at: expect.closeTo(timestampMs / 1_000, 0) as number }],
      );
    expect(live.length).toBeGreaterThan(0);
    expect(told.map(({ title, mode, at }) => ({ title, mode, at }))).toEqual(live);
  });
});

describe('POST /v1/analyze/batch', () => {
  const batch = (body: unknown) => client.post('/v1/analyze/batch', body);

  it('reports a failed item as that item’s error, and the batch still succeeds', async () => {
    const { status, json } = await batch({
      items: [
        { id: 'good', audio_base64: base64 },
        { id: 'bad', audio_base64: 'AAAA' },
      ],
    });
    expect(status).toBe(200);
    expect(json['results']).toMatchObject([
      { id: 'good', emotion: expect.any(String) as string },
      { id: 'bad', error: { code: 'unsupported_audio_format' } },
    ]);
  });

  it('hears the items that name no line as one line, in whatever order they come, and each alone if told so', async () => {
    const sentences = await angryAndSad(2);
    const items = sentences.map(({ samples }, n) => ({
      id: `s${n}`,
      audio_base64: Buffer.from(wavBytes(samples, speechRate)).toString('base64'),
    }));
    const byId = async (body: object): Promise<Record<string, Record<string, unknown>>> => {
      const { status, json } = await batch({ features: ['emotion', 'vad'], ...body });
      expect({ status, json }).toMatchObject({ status: 200 });
      return Object.fromEntries((json['results'] as { id: string }[]).map((result) => [result.id, result]));
    };
    const told = await byId({ items });
    const turned = await byId({ items: [...items].reverse() });
    const alone = await byId({ items, one_line: false });
    let moved = 0;
    for (const { id } of items) {
      const [one, other, own] = [told, turned, alone].map(
        (results) => at(results[id], 'emotion_probabilities') as Record<string, number>,
      );
      // Recordings that share a call of the reader are rounded differently from one alone.
      for (const label of LABELS) expect(other![label]).toBeCloseTo(one![label]!, 2);
      expect(at(told[id], 'baseline.line_seconds')).toBeCloseTo(
        at(turned[id], 'baseline.line_seconds') as number,
        3,
      );
      expect(at(told[id], 'baseline.line_seconds')).toBeGreaterThan(3);
      expect(at(alone[id], 'baseline.line_seconds')).toBe(0);
      moved += LABELS.reduce((sum, label) => sum + Math.abs(one![label]! - own![label]!), 0);
    }
    expect(moved).toBeGreaterThan(0.001);
  });
});

describe('Lines: what is known of a microphone beyond a recording', () => {
  const lines = async () =>
    ((await client.send('GET', '/v1/lines')).json['lines'] as Record<string, unknown>[]).filter(
      ({ name }) => name === 'desk-7',
    );

  it('is learned from recordings that name it, shown, and forgotten', async () => {
    const alone = same(await client.post('/v1/analyze', { audio_base64: base64 }));
    expect(await lines()).toEqual([]);
    for (let call = 0; call < 3; call++) await analyze({ line: 'desk-7' });
    // One for each reader: what one heard means nothing to the other.
    const known = { calls: 3, voices: 3, usable: true };
    expect(await lines()).toMatchObject([known, known]);
    expect(at(await analyze({ line: 'desk-7' }), 'baseline.line_seconds')).toBeGreaterThan(0);
    expect(same(await client.post('/v1/analyze', { audio_base64: base64 }))).toEqual(alone);
    expect((await client.send('DELETE', '/v1/lines?line=desk-7')).status).toBe(204);
    expect(await lines()).toEqual([]);
    expect(errorOf(await client.send('DELETE', '/v1/lines?line=desk-7'))).toMatchObject({
      code: 'not_found',
    });
  });
});
