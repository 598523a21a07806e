import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { newId } from '../../domain/ids.js';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway();
  await rig.fund(rig.first);
}, 60_000);
afterAll(() => rig.stop());

const post = (
  key: string,
  body: unknown,
  tenant: Pick<Tenant, 'key'> = rig.first,
  path = '/v1/stream/tokens',
): Promise<Response> =>
  fetch(`${rig.url}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${tenant.key}`,
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  });
const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error: { code: string } }).error.code;

describe('Idempotency-Key', () => {
  it('replays the first answer, byte for byte, and marks it', async () => {
    const key = newId('try');
    const first = await post(key, { expires_in: 30 });
    const again = await post(key, { expires_in: 30 });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(again.headers.get('x-ratelimit-remaining')).toBeTruthy();
  });

  it('answers 409 idempotency_mismatch for another body', async () => {
    const key = newId('try');
    await post(key, { expires_in: 30 });
    const other = await post(key, { expires_in: 31 });
    expect([other.status, await codeOf(other)]).toEqual([409, 'idempotency_mismatch']);
  });

  it('runs one of many equal concurrent requests; the others get its answer or 409 conflict', async () => {
    const key = newId('try');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key, {})));
    const made = new Set<string>();
    for (const answer of answers) {
      if (answer.status === 409) {
        expect(answer.headers.get('retry-after')).toBe('1');
        expect(await codeOf(answer)).toBe('conflict');
      } else {
        expect(answer.status).toBe(201);
        made.add(((await answer.json()) as { session_id: string }).session_id);
      }
    }
    expect(made.size).toBe(1);
  });

  it('also keeps the answer to an invalid request, and forgets everything after 24 hours', async () => {
    const key = newId('try');
    expect((await post(key, { expires_in: 'soon' })).status).toBe(400);
    const again = await post(key, { expires_in: 'soon' });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([400, 'true']);
    rig.advance(24 * 3_600_000);
    expect((await post(key, { expires_in: 20 })).status).toBe(201);
  });

  it('is separate for each organization', async () => {
    const key = newId('try');
    const other = await rig.createFundedTenant();
    const [ours, theirs] = [await post(key, {}), await post(key, {}, other)];
    expect(theirs.headers.get('idempotency-replayed')).toBeNull();
    expect(await theirs.text()).not.toBe(await ours.text());
  });

  it.each(['', ' ', 'two words', 'ü', 'x'.repeat(256)])('refuses %j as a key', async (key) => {
    const response = await fetch(`${rig.url}/v1/stream/tokens`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${rig.first.key}`, 'Idempotency-Key': key },
    });
    expect([response.status, await codeOf(response)]).toEqual([400, 'validation_error']);
  });

  it('stores no answer in clear text: a token is not in the database', async () => {
    const key = newId('try');
    const { token } = (await (await post(key, {})).json()) as { token: string };
    const { rows } = await sql<{ answer: Uint8Array }>`
      select answer from idempotency_keys where key = ${key}`.execute(rig.database.queries);
    const stored = Buffer.from(rows[0]!.answer);
    expect(stored.length).toBeGreaterThan(token.length);
    expect(stored.includes(token.slice(0, 20))).toBe(false);
  });
});
