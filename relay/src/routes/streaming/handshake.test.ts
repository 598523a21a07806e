import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';
import { handshake, type HandshakeOutcome, opened, refusal } from '../testing/handshake.js';

const PROTO = 'undertone.v1.proto';
const JSON_FORM = 'undertone.v1.json';
const ORIGIN = 'https://desk.example.com';

let rig: GatewayRig;
let admits = true;
beforeAll(async () => {
  rig = await startGateway({ admits: () => admits });
  await rig.fund(rig.first);
}, 60_000);
afterAll(() => rig.stop());

const connect = (
  path: string,
  protocols: readonly string[],
  headers: Record<string, string> = {},
): Promise<HandshakeOutcome> => handshake(`${rig.url}${path}`, protocols, headers);
const realtime = (
  protocols: readonly string[],
  headers?: Record<string, string>,
): Promise<HandshakeOutcome> => connect('/v1/stream/realtime', protocols, headers);
const withKey = ({ key }: Tenant): Record<string, string> => ({ Authorization: `Bearer ${key}` });

const fetchToken = async (
  body: object = {},
  tenant = rig.first,
): Promise<{ token: string; session_id: string }> => {
  const response = await fetch(`${rig.url}/v1/stream/tokens`, {
    method: 'POST',
    headers: { ...withKey(tenant), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { token: string; session_id: string };
};

/** Closes the socket and waits until the relay has noticed. */
const leave = async (outcome: HandshakeOutcome): Promise<void> => {
  const { socket } = opened(outcome);
  const entry = rig.accepted.at(-1);
  socket.close(1000);
  await new Promise((resolve) => socket.once('close', resolve));
  await expect.poll(() => entry?.closedWith).toBe(1000);
};

describe('the sub-protocol negotiation', () => {
  it.each([
    { offered: [PROTO], kind: 'proto', echoed: PROTO },
    { offered: [JSON_FORM], kind: 'json', echoed: JSON_FORM },
    { offered: ['other', JSON_FORM, PROTO], kind: 'json', echoed: JSON_FORM },
  ])('[RT1] /v1/stream/realtime speaks $kind when $offered is offered', async ({ offered, kind, echoed }) => {
    const outcome = opened(await realtime(offered, withKey(rig.first)));
    expect(outcome.protocol).toBe(echoed);
    expect(rig.accepted.at(-1)?.socket.kind).toBe(kind);
    await leave(outcome);
  });

  it.each([
    { first: 'binary', sent: Buffer.from([0]), kind: 'proto' },
    { first: 'text', sent: '{"type":"session.hello"}', kind: 'json' },
  ])('[RT1] without a sub-protocol, a first message of $first chooses $kind', async ({ sent, kind }) => {
    const before = rig.accepted.length;
    const outcome = opened(await realtime([], withKey(rig.first)));
    expect(outcome.protocol).toBe('');
    outcome.socket.send(sent);
    await expect.poll(() => rig.accepted.length).toBe(before + 1);
    expect(rig.accepted.at(-1)?.socket.kind).toBe(kind);
    expect(rig.accepted.at(-1)?.auth?.orgId).toBe(rig.first.organization.id);
    await leave(outcome);
  });

  it('[RT1] refuses an offer without a known sub-protocol', async () => {
    expect(refusal(await realtime(['mqtt', 'undertone.v2.proto'], withKey(rig.first)))).toBe(
      '400 validation_error',
    );
  });

  it('[RT2] /v1/stream uses the plain form, whatever is offered', async () => {
    const none = opened(await connect('/v1/stream', [], withKey(rig.first)));
    expect(rig.accepted.at(-1)?.socket.kind).toBe('plain');
    await leave(none);
    const named = opened(await connect('/v1/stream', ['mqtt', JSON_FORM], withKey(rig.first)));
    expect(named.protocol).toBe(JSON_FORM);
    expect(rig.accepted.at(-1)?.socket.kind).toBe('plain');
    await leave(named);
  });

  it('[RT5] never echoes the credential', async () => {
    const { token } = await fetchToken();
    const outcome = opened(await realtime([`undertone.auth.${token}`, PROTO]));
    expect(outcome.protocol).toBe(PROTO);
    expect(JSON.stringify(outcome.headers)).not.toContain(token);
    await leave(outcome);
    expect(rig.log.join('')).not.toContain(token);
  });
});

describe('a client that offers only its token', () => {
  it.each([
    ['/v1/stream', {}],
    ['/v1/stream', { Origin: ORIGIN }],
    ['/v1/stream/realtime', {}],
    ['/v1/stream/realtime', { Origin: ORIGIN }],
  ])(
    '[RT5] gets 400 from %s with %o, and the token is not used up',
    async (path, headers: Record<string, string>) => {
      const { token } = await fetchToken();
      const entry = `undertone.auth.${token}`;
      expect(refusal(await connect(path, [entry], headers))).toBe('400 validation_error');
      const again = opened(await connect(path, [JSON_FORM, entry], headers));
      expect(again.protocol).toBe(JSON_FORM);
      await leave(again);
    },
  );
});

describe('the answer to an accepted upgrade', () => {
  it('has the rate limit headers, as every response', async () => {
    const outcome = opened(await realtime([PROTO], withKey(rig.first)));
    for (const name of ['limit', 'remaining', 'reset']) {
      expect(Number(outcome.headers[`x-ratelimit-${name}`]), name).toBeGreaterThan(0);
    }
    await leave(outcome);
  });
});

describe('the credential check', () => {
  it('[RT3] accepts an API key in either header and gives its organization to the stream', async () => {
    for (const headers of [withKey(rig.first), { 'X-API-Key': rig.first.key }]) {
      const outcome = await realtime([PROTO], headers);
      expect(rig.accepted.at(-1)?.auth).toMatchObject({
        orgId: rig.first.organization.id,
        scopes: ['stream.write', 'stream.observe'],
        claims: {},
        agentAnalysis: false,
        plan: { concurrentStreams: 50 },
      });
      await leave(outcome);
    }
  });

  it('[RT3] refuses a missing or bad credential before the upgrade', async () => {
    const cases: [readonly string[], Record<string, string>][] = [
      [[PROTO], {}],
      [[PROTO], { 'X-API-Key': 'psk_wrong' }],
      [[PROTO], { Authorization: 'Bearer ' }],
      [[PROTO, 'undertone.auth.'], {}],
      [[PROTO, 'undertone.auth.abc'], {}],
      [[PROTO, `undertone.auth.${'a'.repeat(2_000)}`], {}],
      [[PROTO, 'undertone.auth.eyJhbGciOiJub25lIn0.e30.'], {}],
    ];
    const before = rig.accepted.length;
    for (const [protocols, headers] of cases) {
      expect(refusal(await realtime(protocols, headers)), protocols.join().slice(0, 60)).toBe(
        '401 unauthorized',
      );
    }
    expect(rig.accepted.length).toBe(before);
  });

  it('[RT3] refuses two different credentials', async () => {
    const { token } = await fetchToken();
    const other = await fetchToken();
    expect(refusal(await realtime([PROTO, `undertone.auth.${token}`], withKey(rig.first)))).toBe(
      '401 unauthorized',
    );
    expect(refusal(await realtime([PROTO, `undertone.auth.${token}`, `undertone.auth.${other.token}`]))).toBe(
      '401 unauthorized',
    );
    expect(refusal(await realtime([PROTO, 'undertone.auth'], withKey(rig.first)))).toBe('401 unauthorized');
  });

  it('[RT4] lets a client send its token in the first message', async () => {
    const outcome = await realtime([PROTO, 'undertone.auth'], { Origin: ORIGIN });
    expect(rig.accepted.at(-1)).toMatchObject({ auth: undefined, socket: { origin: ORIGIN } });
    await leave(outcome);
  });

  it('[RT6] a token carries claims that the page cannot override', async () => {
    const { token, session_id } = await fetchToken({
      vertical: 'contact_center',
      line: 'queue/billing',
      features: ['emotion'],
      max_session_s: 60,
      max_audio_s: 100,
      max_credits: 30,
      metadata: { call: '7' },
    });
    const outcome = await realtime([PROTO, `undertone.auth.${token}`]);
    expect(rig.accepted.at(-1)?.auth).toMatchObject({
      orgId: rig.first.organization.id,
      sessionId: session_id,
      scopes: ['stream.write'],
      claims: {
        vertical: 'contact_center',
        line: 'queue/billing',
        features: ['emotion'],
        maxSessionS: 60,
        // A cap on credits does not limit audio: audio that is not analyzed costs nothing (RT54, RT57).
        maxAudioS: 100,
        maxCredits: 30,
        metadata: { call: '7' },
      },
    });
    expect(rig.accepted.at(-1)?.auth?.keyId).toMatch(/^key_/);
    await leave(outcome);
  });

  it('token_single_use: refuses the second use of a token, also when both come at once', async () => {
    const { token } = await fetchToken();
    const outcomes = await Promise.all([1, 2, 3].map(() => realtime([PROTO, `undertone.auth.${token}`])));
    expect(outcomes.filter(({ kind }) => kind === 'open')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.kind === 'refused') expect(outcome.status).toBe(401);
    for (const outcome of outcomes) if (outcome.kind === 'open') outcome.socket.terminate();
    expect(refusal(await realtime([PROTO, `undertone.auth.${token}`]))).toBe('401 unauthorized');
  });

  it('token_expired: refuses a token after its expiry', async () => {
    const { token } = await fetchToken({ expires_in: 10 });
    rig.advance(11_000);
    expect(refusal(await realtime([PROTO, `undertone.auth.${token}`]))).toBe('401 unauthorized');
  });

  it('token_wrong_origin: refuses another page, and the token still works for its own page', async () => {
    const { token } = await fetchToken({ allowed_origins: [ORIGIN] });
    const protocols = [PROTO, `undertone.auth.${token}`];
    expect(refusal(await realtime(protocols, { Origin: 'https://evil.example' }))).toBe(
      '403 origin_not_allowed',
    );
    expect(refusal(await realtime(protocols))).toBe('403 origin_not_allowed');
    await leave(await realtime(protocols, { Origin: ORIGIN }));
  });

  it('token_tampered: refuses a token whose claims were changed', async () => {
    const { token } = await fetchToken();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const forged = Buffer.from(JSON.stringify({ ...claims, org: 'org_other' })).toString('base64url');
    expect(refusal(await realtime([PROTO, `undertone.auth.${header}.${forged}.${signature}`]))).toBe(
      '401 unauthorized',
    );
  });

  it('never reads a credential from the URL', async () => {
    const { token } = await fetchToken();
    expect(refusal(await connect(`/v1/stream/realtime?token=${token}`, [PROTO]))).toBe('401 unauthorized');
  });
});

describe('the admission of streams', () => {
  it('allows an organization as many concurrent streams as its plan, and frees a place when a stream closes', async () => {
    const tenant = await rig.createFundedTenant('free');
    const open = await Promise.all([1, 2, 3, 4, 5].map(() => realtime([PROTO], withKey(tenant))));
    const refused = await realtime([PROTO], withKey(tenant));
    expect(refusal(refused)).toBe('429 concurrency_exceeded');
    // The key's own allowance, of which six tries are gone; the plan allows 60 a minute.
    expect(refused.kind === 'refused' && refused.headers).toMatchObject({
      'retry-after': '5',
      'x-ratelimit-limit': '60',
    });
    expect(rig.accepted.at(-1)?.auth?.concurrentStreams()).toBe(5);
    opened(open[0]!).socket.terminate();
    await expect.poll(() => rig.accepted.at(-1)?.auth?.concurrentStreams()).toBe(4);
    const again = opened(await realtime([PROTO], withKey(tenant)));
    for (const outcome of [...open.slice(1), again]) opened(outcome).socket.terminate();
  });

  it('[RT4] applies the same limit to streams whose token comes in the hello', async () => {
    const tenant = await rig.createFundedTenant('free');
    const open = await Promise.all([1, 2, 3, 4, 5].map(() => realtime([PROTO], withKey(tenant))));
    const auth = rig.accepted.at(-1)!.auth!;
    const late = await realtime([PROTO, 'undertone.auth']);
    const { place } = rig.accepted.at(-1)!;
    expect(place.take(auth)).toBe(false);
    opened(open[0]!).socket.terminate();
    await expect.poll(() => place.take(auth)).toBe(true);
    expect(auth.concurrentStreams()).toBe(5);
    await leave(late);
    expect(auth.concurrentStreams()).toBe(4);
    // A connection whose socket closed while its token was checked takes no place.
    expect(place.take(auth)).toBe(true);
    expect(auth.concurrentStreams()).toBe(4);
    for (const outcome of open.slice(1)) opened(outcome).socket.terminate();
  });

  it('does not use up the token when it refuses the handshake', async () => {
    const { token } = await fetchToken();
    admits = false;
    const refused = await realtime([PROTO, `undertone.auth.${token}`]);
    admits = true;
    expect(refusal(refused)).toBe('503 overloaded');
    await leave(await realtime([PROTO, `undertone.auth.${token}`]));
  });

  it('needs no second place for a session that resumes', async () => {
    const tenant = await rig.createFundedTenant('free');
    const { token, session_id } = await fetchToken({}, tenant);
    const first = opened(await realtime([PROTO, `undertone.auth.${token}`]));
    const others = await Promise.all([1, 2, 3, 4].map(() => realtime([PROTO], withKey(tenant))));
    const fresh = await fetchToken({ session_id }, tenant);
    const second = opened(await realtime([PROTO, `undertone.auth.${fresh.token}`]));
    for (const outcome of [first, second, ...others]) opened(outcome).socket.terminate();
  });

  it('counts handshakes with an API key against the key’s rate', async () => {
    const tenant = await rig.createFundedTenant('free');
    for (let count = 0; count < 60; count++)
      opened(await realtime([PROTO], withKey(tenant))).socket.terminate();
    const refused = await realtime([PROTO], withKey(tenant));
    expect(refusal(refused)).toBe('429 rate_limited');
    expect(refused.kind === 'refused' && refused.headers['x-ratelimit-limit']).toBe('60');
  });

  it('S8: limits handshakes of one address before it checks the credential', async () => {
    const strict = await startGateway({ handshakesPerMinute: 3 });
    try {
      const outcomes = [];
      for (let count = 0; count < 5; count++)
        outcomes.push(refusal(await handshake(`${strict.url}/v1/stream`, [])));
      expect(outcomes).toEqual([
        '401 unauthorized',
        '401 unauthorized',
        '401 unauthorized',
        '429 rate_limited',
        '429 rate_limited',
      ]);
    } finally {
      await strict.stop();
    }
  });
});
