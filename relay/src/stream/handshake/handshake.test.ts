import type { SessionHello } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { aHello, anAuth, Peer, Rig } from '../testing/rig.js';
import { ScriptedSocket } from '../testing/scripted-socket.js';

describe('handshake', () => {
  it('[RT16] answers a hello with everything that a client can rely on', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const ready = peer.socket.last('session.ready');
    expect(ready).toMatchObject({
      sessionId: 'ses_0001',
      resumeHandle: 'rsm_0002',
      resumeWindowMs: 120_000,
      generation: 1,
      serverTime: '2026-01-01T00:00:01.000Z',
      channels: [
        { id: 'caller', subject: 'customer', encoding: 'pcm_s16le', sampleRate: 16_000, frameMs: 40 },
      ],
      configRevision: 1,
      limits: { messageBytes: 65_536, sessionS: 14_400, idleS: 120 },
      quota: { concurrentUsed: 1, concurrentMax: 5 },
      policy: { agentAnalysis: false, retention: 'none' },
      nextSample: [0],
      model: { id: 'scripted', version: '1' },
    });
    expect(ready.model.labels).toHaveLength(14);
    expect(peer.socket.received[0]).toMatchObject({ seq: 0, ack: 1, generation: 1 });
    expect(rig.streams.counts()).toMatchObject({ connections: 1, sessions: 1, live: 1 });
  });

  it('warns where nearly all streams of the plan are open', async () => {
    const rig = new Rig();
    const plan = { ...anAuth().plan, concurrentStreams: 2 };
    const first = await rig.open({}, anAuth({ plan }));
    expect(first.socket.kinds()).not.toContain('warning');
    const second = await rig.open({}, anAuth({ plan }));
    expect(second.socket.last('warning')).toMatchObject({
      code: 'quota_near',
      detail: { concurrent_used: '2', concurrent_max: '2' },
    });
  });

  it('stores only a hash of the resume handle', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    await rig.clock.advance(400);
    const { handle } = peer.resumeRequest;
    const row = rig.store.row(peer.sessionId);
    expect(JSON.stringify([row.session, row.checkpoint])).not.toContain(handle);
    expect(row.session.handleHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rig.logged)).not.toContain(handle);
  });

  it('[RT14] starts one channel of 16-bit PCM from a sample rate alone', async () => {
    const rig = new Rig();
    const peer = rig.connect('plain');
    peer.text('{"type":"config","sample_rate":24000}');
    await settled();
    expect(peer.socket.last('session.ready').channels).toEqual([
      { id: 'ch0', subject: 'customer', encoding: 'pcm_s16le', sampleRate: 24_000, frameMs: 40 },
    ]);
  });

  it.each([
    ['a newer protocol version', { protocolVersion: 2 }, 4426, 'version_unsupported', 'protocol_version'],
    ['no channel and no rate', { channels: [] }, 4400, 'validation_error', 'channels'],
    ['three channels', { channels: [{}, {}, {}] }, 4400, 'validation_error', 'channels'],
    [
      'Opus',
      { channels: [{ encoding: 'opus', sampleRate: 48_000 }] },
      4415,
      'unsupported_audio_format',
      'channels[0].encoding',
    ],
    [
      'an encoding without a name',
      { channels: [{ encoding: 'unspecified', sampleRate: 48_000 }] },
      4415,
      'unsupported_audio_format',
      'channels[0].encoding',
    ],
    [
      'a rate of 4 kHz',
      { channels: [{ sampleRate: 4_000 }] },
      4400,
      'validation_error',
      'channels[0].sample_rate',
    ],
    [
      'a rate of 96 kHz',
      { channels: [{ sampleRate: 96_000 }] },
      4400,
      'validation_error',
      'channels[0].sample_rate',
    ],
    ['frames of 10 ms', { channels: [{ frameMs: 10 }] }, 4400, 'validation_error', 'channels[0].frame_ms'],
    ['the id __proto__', { channels: [{ id: '__proto__' }] }, 4400, 'validation_error', 'channels[0].id'],
    [
      'two channels of one name',
      { channels: [{ id: 'a' }, { id: 'a' }] },
      4400,
      'validation_error',
      'channels',
    ],
    ['results every 50 ms', { outputs: { intervalMs: 50 } }, 4400, 'validation_error', 'outputs.interval_ms'],
    [
      'results every 2 s',
      { outputs: { intervalMs: 2_000 } },
      4400,
      'validation_error',
      'outputs.interval_ms',
    ],
    ['a feature nobody knows', { features: ['unspecified'] }, 4400, 'validation_error', 'features'],
    ['endless metadata', { metadata: { a: 'x'.repeat(600) } }, 4400, 'validation_error', 'metadata'],
    ['NUL in metadata', { metadata: { a: 'x\0y' } }, 4400, 'validation_error', 'metadata'],
    [
      'too many metadata',
      { metadata: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, 'v'])) },
      4400,
      'validation_error',
      'metadata',
    ],
    [
      'a consent dated nonsense',
      { consent: { scope: [], disclosedAt: 'yesterday' } },
      4400,
      'validation_error',
      'consent.disclosed_at',
    ],
    [
      'an unknown person',
      { channels: [{ subject: 'unknown' }] },
      4451,
      'policy_blocked',
      'channels[0].subject',
    ],
    ['a session id that is too long', { sessionId: 'x'.repeat(129) }, 4400, 'validation_error', 'session_id'],
    ['a line without a name', { line: '' }, 4400, 'validation_error', 'line'],
    ['a line whose name is too long', { line: 'x'.repeat(129) }, 4400, 'validation_error', 'line'],
    ['NUL in a line', { line: 'a\0b' }, 4400, 'validation_error', 'line'],
    ['NUL in a session id', { sessionId: 'a\0b' }, 4400, 'validation_error', 'session_id'],
  ] satisfies [string, Partial<SessionHello>, number, string, string][])(
    '[RT12] [RT15] refuses %s with an error before the close',
    async (_, hello, close, code, param) => {
      const rig = new Rig();
      const peer = await rig.open(hello);
      expect(peer.socket.kinds()).toEqual(['error']);
      expect(peer.socket.last('error')).toMatchObject({ code, param, fatal: true, refSeq: 1 });
      expect(peer.socket.closedWith).toEqual({ code: close, reason: code });
      expect(rig.streams.counts()).toMatchObject({ connections: 0, sessions: 0 });
    },
  );

  it('[RT15] lists the supported formats when it refuses one, also in JSON', async () => {
    const rig = new Rig();
    for (const encoding of ['opus', 'flac']) {
      const peer = rig.connect('json');
      peer.text(JSON.stringify({ type: 'session.hello', channels: [{ encoding, sample_rate: 48_000 }] }));
      await settled();
      expect(peer.socket.last('error').message).toContain('pcm_s16le, pcm_f32le, mulaw, alaw');
      expect(peer.socket.closedWith?.code).toBe(4415);
    }
  });

  it('[RT18] accepts subject self only with an acknowledgement', async () => {
    const rig = new Rig();
    const channels = [{ subject: 'self' as const }];
    const refused = await rig.open({ channels, consent: { scope: [] } });
    expect(refused.socket.closedWith?.code).toBe(4451);
    const taken = await rig.open({ channels, consent: { basis: 'acknowledged', scope: [] } });
    expect(taken.socket.last('session.ready').channels[0]?.subject).toBe('self');
  });

  it('[RT90] reports which channels are mixed, and refuses a channel id that a voice of a mixed channel could get', async () => {
    const consent = { basis: 'consent', scope: ['diarization'] };
    const peer = await new Rig().open({
      consent,
      channels: [{ id: 'room', mixed: true }, { id: 'room_sub' }],
    });
    expect(peer.socket.last('session.ready').channels).toMatchObject([
      { id: 'room', mixed: true },
      { id: 'room_sub' },
    ]);
    expect(peer.socket.last('session.ready').channels[1]).not.toHaveProperty('mixed');
    const like = new Rig().connect();
    like.say({
      kind: 'session.hello',
      value: aHello({ consent, channels: [{ id: 'room_s2' }, { id: 'room', mixed: true }] }),
    });
    await settled();
    expect(like.socket.last('error')).toMatchObject({ code: 'validation_error', param: 'channels[0].id' });
    const plain = await new Rig().open({ consent, channels: [{ id: 'room_s2' }, { id: 'room' }] });
    expect(plain.socket.last('session.ready').channels).toHaveLength(2);
  });

  it('accepts subject unknown when no employees are recorded', async () => {
    const rig = new Rig();
    const policy = { ...anAuth().policy, noEmployeesRecorded: true };
    const peer = await rig.open({ channels: [{ subject: 'unknown' }] }, anAuth({ policy }));
    expect(peer.socket.last('session.ready').channels[0]?.subject).toBe('unknown');
  });

  it('gives a channel without a subject the organization’s default', async () => {
    const rig = new Rig();
    const policy = { ...anAuth().policy, defaultSubject: 'agent' as const };
    const peer = await rig.open({ channels: [{}] }, anAuth({ policy }));
    expect(peer.socket.last('session.ready').channels[0]?.subject).toBe('agent');
    expect(peer.socket.warnings()).toContain('agent_analysis_off');
  });

  it('warns when the hello has no consent', async () => {
    const rig = new Rig();
    const peer = rig.connect();
    const hello = aHello();
    delete hello.consent;
    peer.say({ kind: 'session.hello', value: hello });
    await settled();
    expect(peer.socket.warnings()).toEqual(['consent_missing']);
  });

  it('[RT6] lets the hello narrow a token’s claims, but never widen them', async () => {
    const claims = {
      vertical: 'contact_center',
      features: ['emotion', 'prosody'],
      metadata: { ticket: '1' },
    };
    const rig = new Rig();
    const narrowed = await rig.open({ features: ['emotion'], metadata: { ticket: '2' } }, anAuth({ claims }));
    const { config } = rig.store.row(narrowed.sessionId).session;
    expect(config).toMatchObject({
      vertical: 'contact_center',
      features: ['emotion'],
      metadata: { ticket: '1' },
    });
    const beyond = await rig.open({ features: ['prediction'] }, anAuth({ claims }));
    expect(beyond.socket.last('error')).toMatchObject({ code: 'forbidden', param: 'features' });
    const elsewhere = await rig.open({ vertical: 'sales' }, anAuth({ claims }));
    expect(elsewhere.socket.closedWith?.code).toBe(4403);
  });

  it.each([
    ['the conversation’s, where nobody names one', 'sales', {}, {}, 'sales'],
    ['the hello’s, where it names one', 'sales', { vertical: 'healthcare' }, {}, 'healthcare'],
    ['the token’s, where it names one', 'sales', {}, { vertical: 'contact_center' }, 'contact_center'],
    ['general, where nobody began the conversation', undefined, {}, {}, 'general'],
  ] as const)('[RT74] streams in a vertical: %s', async (_name, begun, hello, claims, expected) => {
    const sessions = new FewSessions();
    sessions.vertical = begun;
    const rig = new Rig({ sessions });
    const peer = await rig.open(hello, anAuth({ claims }));
    expect(rig.store.row(peer.sessionId).session).toMatchObject({
      vertical: expected,
      config: { vertical: expected },
    });
  });

  it.each([
    ['the hello’s', { line: 'trunk 1/ä' }, {}, 'trunk 1/ä'],
    ['the token’s, which the hello may repeat', { line: 'queue' }, { line: 'queue' }, 'queue'],
    ['the token’s, where the hello names none', {}, { line: 'queue' }, 'queue'],
    ['that of the API key, where nobody names one', {}, {}, 'key:key_a'],
  ] as const)('[RT101] hears a line: %s', async (_name, hello, claims, expected) => {
    const rig = new Rig();
    const peer = await rig.open(hello, anAuth({ claims }));
    expect(rig.store.row(peer.sessionId).session.config).toMatchObject({ line: expected });
  });

  it('[RT101] lets no page name another line than its token, and no token without a key have one', async () => {
    const rig = new Rig();
    const other = await rig.open({ line: 'other' }, anAuth({ claims: { line: 'queue' } }));
    expect(other.socket.last('error')).toMatchObject({ code: 'forbidden', param: 'line' });
    const keyless = anAuth();
    Reflect.deleteProperty(keyless, 'keyId');
    const peer = await rig.open({}, keyless);
    expect(rig.store.row(peer.sessionId).session.config).not.toHaveProperty('line');
  });

  it('refuses an unknown vertical and lists the known ones', async () => {
    const { socket } = await new Rig().open({ vertical: 'call_centre' });
    expect(socket.last('error')).toMatchObject({ code: 'validation_error', param: 'vertical' });
    expect(socket.last('error').message).toMatch(/contact_center, healthcare, sales, general/);
  });

  it('[RT6] opens exactly the session that a token names', async () => {
    const rig = new Rig();
    const auth = anAuth({ sessionId: 'ses_named', tokenId: 'tok_1' });
    const wrong = await rig.open({ sessionId: 'ses_other' }, auth);
    expect(wrong.socket.last('error')).toMatchObject({ code: 'forbidden', param: 'session_id' });
    const right = await rig.open({}, auth);
    expect(right.sessionId).toBe('ses_named');
  });

  it('[RT4] takes the token from the hello when the upgrade had none', async () => {
    const auth = anAuth({ orgId: 'org_token' });
    const rig = new Rig({ tokens: { good: { kind: 'accepted', auth } } });
    const peer = rig.connect('proto', null);
    peer.say({ kind: 'session.hello', value: aHello({ token: 'good' }) });
    await settled();
    expect(rig.store.row(peer.sessionId, 'org_token').session.orgId).toBe('org_token');
    for (const token of ['bad', undefined]) {
      const refused = rig.connect('proto', null);
      refused.say({ kind: 'session.hello', value: aHello(token === undefined ? {} : { token }) });
      await settled();
      expect(refused.socket.last('error')).toMatchObject({ code: 'unauthorized', param: 'token' });
      expect(refused.socket.closedWith?.code).toBe(4401);
    }
  });

  it('[RT4] takes a place of the plan for a token in the hello, or refuses the token when none is free', async () => {
    const rig = new Rig({ tokens: { good: { kind: 'accepted', auth: anAuth() } } });
    for (const hasPlace of [true, false]) {
      const socket = new ScriptedSocket();
      const asked: string[] = [];
      const place = {
        take: ({ orgId }: StreamAuth) => (asked.push(orgId), hasPlace),
        release: () => undefined,
      };
      const peer = new Peer(socket, rig.streams.accept(socket, undefined, place));
      expect(asked).toEqual([]);
      peer.say({ kind: 'session.hello', value: aHello({ token: 'good' }) });
      await settled();
      expect(asked).toEqual(['org_a']);
      expect(socket.kinds()).toEqual([hasPlace ? 'session.ready' : 'error']);
      if (hasPlace) continue;
      expect(socket.last('error')).toMatchObject({ code: 'concurrency_exceeded', retryAfterMs: 5_000 });
      expect(socket.closedWith?.code).toBe(4429);
    }
  });

  it('refuses a credential that may only observe', async () => {
    const rig = new Rig();
    const peer = await rig.open({}, anAuth({ scopes: ['stream.observe'] }));
    expect(peer.socket.closedWith).toEqual({ code: 4403, reason: 'forbidden' });
  });
});
