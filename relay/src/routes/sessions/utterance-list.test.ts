import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, codeOf, problemsOf, type SessionsRig, startSessionsRig } from './testing/sessions-rig.js';

let rig: SessionsRig;
beforeAll(async () => {
  rig = await startSessionsRig();
}, 60_000);
afterAll(() => rig.gateway.stop());

/** Adds utterances of half a second, one each second. */
const speak = async (id: string, from: number, to: number): Promise<void> => {
  for (let second = from; second < to; second += 1) {
    await rig.gateway.services.conversations.add(rig.us.organization.id, id, {
      utteranceId: `u${second}`,
      index: null,
      speakerId: 'caller',
      role: 'caller',
      source: 'transcript',
      startMs: second * 1_000,
      durationMs: 500,
      emotion: null,
      confidence: null,
      tone: null,
      fingerprint: String(second),
    });
  }
};

const namesOf = (utterances: unknown): string[] =>
  (utterances as { readonly id: string }[]).map(({ id }) => id);
const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `u${from + i}`);

const list = async (id: string, query = ''): Promise<{ names: string[]; next: string | null }> => {
  const { status, json } = await rig.call('GET', `/v1/sessions/${id}/utterances${query}`);
  expect(status).toBe(200);
  return { names: namesOf(json['utterances']), next: json['next_cursor'] as string | null };
};

describe('GET /v1/sessions/{id}/utterances', () => {
  it('has every utterance of a call of which the session shows the newest alone, each as there', async () => {
    const id = await rig.begin();
    await speak(id, 0, 230);
    const session = at((await rig.call('GET', `/v1/sessions/${id}`)).json, 'session');
    const newest = at(session, 'utterances') as unknown[];
    expect([namesOf(newest), at(session, 'utterance_count')]).toEqual([numbered(30, 230), 230]);

    const first = await list(id);
    expect(first).toEqual({ names: numbered(0, 200), next: 'u199' });
    expect(await list(id, `?cursor=${first.next}`)).toEqual({ names: numbered(200, 230), next: null });
    const { json } = await rig.call('GET', `/v1/sessions/${id}/utterances?limit=1000`);
    expect((json['utterances'] as unknown[]).slice(30)).toEqual(newest);
  }, 60_000);

  it('goes on behind the last utterance of a page, also when others came meanwhile', async () => {
    const id = await rig.begin();
    await speak(id, 2, 5);
    const first = await list(id, '?limit=2');
    expect(first).toEqual({ names: ['u2', 'u3'], next: 'u3' });
    await speak(id, 0, 1);
    await speak(id, 5, 6);
    expect(await list(id, `?limit=2&cursor=${first.next}`)).toEqual({ names: ['u4', 'u5'], next: null });
    expect((await list(id)).names).toEqual(['u0', 'u2', 'u3', 'u4', 'u5']);
  });

  it('is empty for a call in which nobody spoke, and refuses a cursor that is no utterance', async () => {
    const id = await rig.begin();
    expect(await list(id)).toEqual({ names: [], next: null });
    for (const [query, parameter] of [
      ['cursor=nobody', 'cursor'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['from=3', 'from'],
    ]) {
      const reply = await rig.call('GET', `/v1/sessions/${id}/utterances?${query}`);
      expect([reply.status, codeOf(reply), problemsOf(reply)], query).toEqual([
        400,
        'validation_error',
        [parameter],
      ]);
    }
  });
});
