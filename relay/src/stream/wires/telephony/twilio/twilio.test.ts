import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../../../domain/accounts/organization-policy.js';
import type { NewStream } from '../../../../domain/live/stream-store.js';
import { settled } from '../../../testing/manual-clock.js';
import { anAuth, Rig, type Peer, type RigOptions } from '../../../testing/rig.js';
import {
  ACCOUNT_SID,
  CALL_SID,
  chunksOf,
  STREAM_SID,
  TwilioCall,
  type TwilioMedia,
} from '../testing/twilio-call.js';

const ACCOUNT = { orgId: 'org_a', accountSid: ACCOUNT_SID };
const TOKEN = 'header.payload.signature';

/** Codes that count up, so that every byte shows its place. */
const counting = (count: number): Uint8Array => Uint8Array.from({ length: count }, (_, at) => at & 0xff);

interface Started {
  readonly rig: Rig;
  readonly peer: Peer;
  readonly call: TwilioCall;
}

const start = async (
  parameters: Record<string, string> = {},
  options: RigOptions & { tracks?: readonly ('inbound' | 'outbound')[]; agents?: boolean } = {},
): Promise<Started> => {
  const rig = new Rig(options);
  const auth = anAuth({ agentAnalysis: options.agents === true });
  const peer = rig.connect('twilio', auth, { account: ACCOUNT });
  const call = new TwilioCall();
  peer.text(call.connected());
  peer.text(call.start(options.tracks ?? ['inbound', 'outbound'], parameters));
  await settled();
  return { rig, peer, call };
};

const send = ({ peer, call }: Started, media: readonly TwilioMedia[]): void => {
  for (const one of media) peer.text(call.media(one));
};

const heard = ({ rig }: Started, channel = 0): Buffer => Buffer.from(rig.inference.last.bytesOf(channel));
/** Start and length of each gap, in samples. */
const gaps = ({ rig }: Started, channel = 0): [number, number][] =>
  (rig.inference.last.lanes[channel]?.spans ?? []).flatMap(({ kind, start: at, end }) =>
    kind === 'gap' ? [[at, end - at] as [number, number]] : [],
  );
const sessionOf = (rig: Rig): NewStream => [...rig.store.rows.values()][0]!.session;

describe('[RT104] a Twilio stream', () => {
  it('is a session: both tracks as channels with their subjects, the rest of what it says as metadata', async () => {
    const { rig } = await start({
      caller: '+15551234567',
      queue: 'billing',
      agent: 'u-7',
      empty: '',
      line: 'trunk 2',
    });
    const session = sessionOf(rig);
    expect(session.config).toMatchObject({
      source: 'twilio',
      line: 'trunk 2',
      metadata: {
        vendor: 'twilio',
        call_id: CALL_SID,
        stream_id: STREAM_SID,
        account_id: ACCOUNT_SID,
        caller: '+15551234567',
        queue: 'billing',
        agent: 'u-7',
      },
      channels: [
        { id: 'inbound', subject: 'customer', encoding: 'mulaw', sampleRate: 8_000, analyse: true },
        { id: 'outbound', subject: 'agent', encoding: 'mulaw', sampleRate: 8_000, analyse: false },
      ],
    });
    expect(session.config).not.toHaveProperty('metadata.empty');
    expect(session.sessionId).toBe(STREAM_SID);
  });

  it('hands on every sample once and in order, and ends with stop', async () => {
    const started = await start({}, { agents: true });
    const inbound = counting(1_600);
    const outbound = counting(1_600).reverse();
    const pairs = chunksOf('inbound', inbound).flatMap((one, at) => [
      one,
      chunksOf('outbound', outbound)[at]!,
    ]);
    send(started, pairs);
    started.peer.text(started.call.dtmf('5'));
    started.peer.text(started.call.mark('never sent'));
    expect(heard(started)).toEqual(Buffer.from(inbound));
    expect(heard(started, 1)).toEqual(Buffer.from(outbound));
    expect(gaps(started)).toEqual([]);
    started.peer.text(started.call.stop());
    await settled();
    expect(started.peer.socket.closedWith).toEqual({ code: 1000, reason: 'normal' });
    // Twilio takes no message back.
    expect(started.peer.socket.received).toEqual([]);
  });

  it('drops the agent’s track where policy forbids its analysis', async () => {
    const started = await start();
    send(started, [...chunksOf('inbound', counting(320)), ...chunksOf('outbound', counting(320))]);
    expect(heard(started)).toHaveLength(320);
    expect(heard(started, 1)).toHaveLength(0);
  });

  it('takes other subjects from the call’s parameters', async () => {
    const { rig } = await start({ subject_inbound: 'agent', subject_outbound: 'customer' });
    const session = sessionOf(rig);
    expect(session.config).toMatchObject({ channels: [{ subject: 'agent' }, { subject: 'customer' }] });
  });

  it('puts chunks in order that come out of order or twice', async () => {
    const started = await start();
    const all = chunksOf('inbound', counting(1_600));
    const order = [1, 0, 2, 2, 3, 6, 5, 4, 4, 7, 8, 9];
    send(
      started,
      order.map((at) => all[at]!),
    );
    expect(heard(started)).toEqual(Buffer.from(counting(1_600)));
    expect(gaps(started)).toEqual([]);
  });

  it('declares chunks that never come as a gap of their length, and says so', async () => {
    const started = await start();
    const all = chunksOf('inbound', counting(160 * 20));
    send(
      started,
      all.filter((_, at) => at !== 3 && at !== 4),
    );
    expect(gaps(started)).toEqual([[480, 320]]);
    expect(heard(started)).toHaveLength(160 * 18);
    // Too late: its place is a gap already.
    send(started, [all[3]!]);
    expect(heard(started)).toHaveLength(160 * 18);
  });

  it('takes numbers that leap while time does not for another way of counting, and not for lost audio', async () => {
    const started = await start({}, { agents: true });
    const tracks = (['inbound', 'outbound'] as const).map((track) => chunksOf(track, counting(160 * 100)));
    // Both tracks counted together, as some compatible services do.
    for (const at of Array.from({ length: 100 }).keys()) {
      send(
        started,
        tracks.map((chunks, track) => ({ ...chunks[at]!, chunk: 2 * at + track + 1 })),
      );
    }
    started.peer.text(started.call.stop());
    for (const channel of [0, 1]) {
      expect(heard(started, channel)).toEqual(Buffer.from(counting(160 * 100)));
      expect(gaps(started, channel).reduce((sum, [, length]) => sum + length, 0)).toBeLessThan(1_600);
    }
  });

  it('outlives a number out of all proportion', async () => {
    const started = await start();
    const all = chunksOf('inbound', counting(160 * 20));
    send(
      started,
      all.map((one, at) => ({ ...one, chunk: at < 10 ? at + 1 : 999_999_999_990_000 + at })),
    );
    started.peer.text(started.call.stop());
    await settled();
    expect(heard(started)).toEqual(Buffer.from(counting(160 * 20)));
    expect(started.peer.socket.closedWith?.code).toBe(1000);
  });

  it('hands on what waits for a missing chunk when the call ends', async () => {
    const started = await start();
    const all = chunksOf('inbound', counting(160 * 4));
    send(started, [all[0]!, all[2]!, all[3]!]);
    expect(heard(started)).toHaveLength(160);
    started.peer.text(started.call.stop());
    expect(heard(started)).toHaveLength(480);
    expect(started.rig.inference.last.nextSample(0)).toBe(640);
  });

  it('moves the clock over time without audio, so that both tracks stay together', async () => {
    const started = await start({}, { agents: true });
    const late = chunksOf('outbound', counting(320)).map((one) => ({
      ...one,
      timestampMs: one.timestampMs + 3_000,
    }));
    const wandering = chunksOf('inbound', counting(480)).map((one, at) => ({
      ...one,
      timestampMs: one.timestampMs + [5, 40, 0][at]!,
    }));
    send(started, [...wandering, ...late]);
    expect(gaps(started)).toEqual([]);
    expect(gaps(started, 1)).toEqual([[0, 24_000]]);
    expect(heard(started, 1)).toHaveLength(320);
  });

  it('ends when its socket is lost: Twilio does not come back', async () => {
    const started = await start();
    send(started, chunksOf('inbound', counting(320)));
    started.peer.cut();
    await settled();
    await started.rig.clock.advance(6_000);
    expect(started.rig.streams.counts().sessions).toBe(0);
  });
});

describe('[RT105] the credential of a Twilio stream', () => {
  const accepted = (over: Parameters<typeof anAuth>[0] = {}) => ({
    kind: 'accepted' as const,
    auth: anAuth({ tokenId: 'tok_1', ...over }),
  });

  it('may be a token among the parameters, which narrows what the account may do and is kept nowhere', async () => {
    const claims = { vertical: 'sales' };
    const tokens = { [TOKEN]: accepted({ claims, sessionId: 'ticket 7' }) };
    const { rig } = await start({ token: TOKEN }, { tokens });
    const session = sessionOf(rig);
    expect(session).toMatchObject({ sessionId: 'ticket 7', tokenId: 'tok_1', config: { vertical: 'sales' } });
    expect(JSON.stringify([...rig.store.rows.values()])).not.toContain(TOKEN);
    expect(JSON.stringify(rig.logged)).not.toContain(TOKEN);
  });

  it.each([
    ['nobody names one', {}, {}, { vertical: 'contact_center', line: 'support' }],
    ['its token names one', {}, { vertical: 'sales', line: 'desk 2' }, { vertical: 'sales', line: 'desk 2' }],
    ['the call names one', { vertical: 'sales' }, {}, { vertical: 'sales', line: 'support' }],
  ])('leaves the account’s vertical and line to where %s', async (_, named, claims, expected) => {
    const defaults = { vertical: 'contact_center', line: 'support' };
    const rig = new Rig({ tokens: { [TOKEN]: accepted({ claims }) } });
    const peer = rig.connect('twilio', anAuth({ defaults }), { account: ACCOUNT });
    peer.text(new TwilioCall().start(['inbound'], { token: TOKEN, ...named }));
    await settled();
    expect(sessionOf(rig).config).toMatchObject(expected);
  });

  it('closes with 4401 on a bad token, and with 4403 on one of another organization', async () => {
    const bad = await start({ token: 'nonsense' });
    expect(bad.peer.socket.closedWith).toEqual({ code: 4401, reason: 'unauthorized' });
    const foreign = await start({ token: TOKEN }, { tokens: { [TOKEN]: accepted({ orgId: 'org_b' }) } });
    expect(foreign.peer.socket.closedWith).toEqual({ code: 4403, reason: 'forbidden' });
  });

  it('must be a token where no account signed the request', async () => {
    const rig = new Rig({ tokens: { [TOKEN]: accepted() } });
    const without = rig.connect('twilio', null);
    without.text(new TwilioCall().start(['inbound']));
    await settled();
    expect(without.socket.closedWith).toEqual({ code: 4401, reason: 'unauthorized' });
    const peer = rig.connect('twilio', null);
    peer.text(new TwilioCall().start(['inbound'], { token: TOKEN }));
    await settled();
    expect(peer.socket.closedWith).toBeUndefined();
    expect(rig.streams.counts().live).toBe(1);
  });

  it('is of one account: a start of another closes with 4403', async () => {
    const rig = new Rig();
    const account = { ...ACCOUNT, accountSid: 'AC00000000000000000000000000000002' };
    const peer = rig.connect('twilio', anAuth({ policy: DEFAULT_POLICY }), { account });
    peer.text(new TwilioCall().start(['inbound']));
    await settled();
    expect(peer.socket.closedWith).toEqual({ code: 4403, reason: 'forbidden' });
  });
});

describe('[RT106] a Twilio stream that cannot be read', () => {
  const change = (message: string, edit: (message: Record<string, object>) => void): string => {
    const value = JSON.parse(message) as Record<string, object>;
    edit(value);
    return JSON.stringify(value);
  };
  const media = { track: 'inbound' as const, chunk: 1, timestampMs: 0, payload: counting(160) };

  it.each([
    ['no JSON', () => '{"event":'],
    ['no object', () => '[]'],
    ['no event', () => '{}'],
    ['a chunk without audio', (call: TwilioCall) => call.media({ ...media, payload: new Uint8Array() })],
    ['a track that start did not name', (call: TwilioCall) => call.media({ ...media, track: 'outbound' })],
    ['another stream', () => new TwilioCall('MZother').media(media)],
    ['no base64', (call: TwilioCall) => call.media(media).replace(/"payload":"..../, '"payload":"***-')],
    ['a negative chunk', (call: TwilioCall) => call.media({ ...media, chunk: -1 })],
    ['a second start', (call: TwilioCall) => call.start(['inbound'])],
    ['a time far in the future', (call: TwilioCall) => call.media({ ...media, timestampMs: 9e12 })],
  ])('closes with 4400: %s', async (_, message) => {
    const { rig, peer, call } = await start({}, { tracks: ['inbound'] });
    peer.text(message(call));
    await settled();
    expect(peer.socket.closedWith?.code).toBe(4400);
    expect(rig.errors()).toEqual([]);
  });

  it('closes with 4415 on another format', async () => {
    const rig = new Rig();
    const peer = rig.connect('twilio', anAuth(), { account: ACCOUNT });
    const message = change(new TwilioCall().start(['inbound']), ({ start: of }) => {
      Object.assign(of!, { mediaFormat: { encoding: 'audio/l16', sampleRate: 16_000, channels: 1 } });
    });
    peer.text(message);
    await settled();
    expect(peer.socket.closedWith?.code).toBe(4415);
  });

  it('names the field that is missing', async () => {
    const { rig, peer, call } = await start({}, { tracks: ['inbound'] });
    peer.text(change(call.media(media), ({ media: of }) => Reflect.deleteProperty(of!, 'chunk')));
    await settled();
    expect(rig.logged.find(({ message }) => message === 'a connection was refused')?.fields).toMatchObject({
      over: 'twilio',
      orgId: 'org_a',
      param: 'media.chunk',
      reason: 'media.chunk: Invalid input',
    });
  });
});
