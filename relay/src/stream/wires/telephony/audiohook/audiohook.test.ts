import { describe, expect, it } from 'vitest';
import { settled } from '../../../testing/manual-clock.js';
import { anAuth, type Peer, Rig, type RigOptions } from '../../../testing/rig.js';
import { AudiohookCall, CONVERSATION, offer, ORGANIZATION, SESSION } from '../testing/audiohook-call.js';
import { NO_CONVERSATION } from './messages.js';

interface Told {
  readonly type: string;
  readonly seq: number;
  readonly clientseq: number;
  readonly id: string;
  readonly parameters: Record<string, unknown>;
}

const HEADERS = new Map([
  ['audiohook-organization-id', ORGANIZATION],
  ['audiohook-session-id', SESSION],
]);
const OTHER = '5f2f4e5a-7a52-4d5b-9c5e-0a8b7c6d5e4f';

const counting = (count: number): Uint8Array => Uint8Array.from({ length: count }, (_, at) => at & 0xff);

/** An AudioHook client at the streams of a relay. */
class Line {
  readonly told: Told[] = [];
  readonly peer: Peer;

  constructor(
    readonly rig: Rig,
    readonly call = new AudiohookCall(),
    headers = new Map([...HEADERS, ['audiohook-session-id', call.id]]),
  ) {
    this.peer = rig.connect('audiohook', anAuth({ agentAnalysis: true }), { headers });
    this.peer.socket.send = (frame) => {
      this.told.push(JSON.parse(String(frame)) as Told);
      this.call.serverSeq = this.told.length;
      return 'sent';
    };
  }

  async send(message: string): Promise<void> {
    this.peer.text(message);
    await settled();
  }

  audio(bytes: Uint8Array, samples: number): void {
    this.peer.binary(bytes);
    this.call.position += samples;
  }

  get types(): string[] {
    return this.told.map(({ type }) => type);
  }

  get last(): Told {
    return this.told.at(-1)!;
  }

  get closedWith(): number | undefined {
    return this.peer.socket.closedWith?.code;
  }
}

const opened = async (over: Record<string, unknown> = {}, options: RigOptions = {}): Promise<Line> => {
  const line = new Line(new Rig(options));
  await line.send(line.call.open(over));
  return line;
};

const gaps = (rig: Rig, channel = 0): [number, number][] =>
  (rig.inference.last.lanes[channel]?.spans ?? []).flatMap(({ kind, start, end }) =>
    kind === 'gap' ? [[start, end - start] as [number, number]] : [],
  );

describe('[RT107] an AudioHook session', () => {
  it('opens with the first offered media: external is the customer, internal the agent', async () => {
    const line = await opened({
      media: [offer(['external', 'internal'], 'OPUS'), offer(['internal', 'external'], 'L16')],
      language: 'de-DE',
      customConfig: { queue: 'billing', agent: 'u-7', line: 'trunk 2', nested: { is: 'left out' } },
    });
    expect(line.told).toEqual([
      {
        version: '2',
        type: 'opened',
        seq: 1,
        clientseq: 1,
        id: SESSION,
        parameters: { media: [offer(['internal', 'external'], 'L16')], startPaused: false },
      },
    ]);
    const { session } = [...line.rig.store.rows.values()][0]!;
    expect(session.sessionId).toBe(SESSION);
    expect(session.config).toMatchObject({
      source: 'audiohook',
      line: 'trunk 2',
      language: 'de-DE',
      metadata: {
        vendor: 'audiohook',
        account_id: ORGANIZATION,
        call_id: CONVERSATION,
        stream_id: SESSION,
        caller: '+1-555-555-1234',
        caller_name: 'John Doe',
        called: '+1-800-555-6789',
        language: 'de-DE',
        queue: 'billing',
        agent: 'u-7',
      },
      channels: [
        { id: 'internal', subject: 'agent', encoding: 'pcm_s16le' },
        { id: 'external', subject: 'customer', encoding: 'pcm_s16le' },
      ],
    });
    expect(session.config).not.toHaveProperty('metadata.nested');
  });

  it('passes over an offer that it does not understand', async () => {
    const media = [
      offer(['mix']),
      offer(['external', 'internal', 'external']),
      offer(['external'], 'constructor'),
      offer(['internal']),
    ];
    const { last } = await opened({ media });
    expect(last).toMatchObject({ type: 'opened', parameters: { media: [offer(['internal'])] } });
  });

  it('answers ping with pong, update with updated and close with closed, and Genesys closes the socket', async () => {
    const line = await opened();
    await line.send(line.call.say('ping', { rtt: 'PT0.05S' }));
    expect(line.last).toMatchObject({ type: 'pong', seq: 2, clientseq: 2 });
    await line.send(line.call.say('update', { language: 'es-ES' }));
    expect(line.last).toMatchObject({ type: 'updated', seq: 3, clientseq: 3 });
    await line.send(line.call.say('error', { code: 400, message: 'tough stuff' }));
    await line.send(line.call.say('close', { reason: 'end' }));
    expect(line.types).toEqual(['opened', 'pong', 'updated', 'closed']);
    expect(line.closedWith).toBeUndefined();
    line.peer.cut(1000);
    expect(line.rig.streams.counts()).toMatchObject({ sessions: 0, connections: 0 });
    expect(line.rig.errors()).toEqual([]);
  });

  it('names its languages with a region, when asked', async () => {
    const asked = (await opened({ supportedLanguages: true })).last.parameters[
      'supportedLanguages'
    ] as string[];
    expect(asked).toEqual(expect.arrayContaining(['en-US', 'de-DE', 'pt-BR']));
    for (const language of asked) expect(language).toMatch(/^[a-z]{2,3}-[A-Z]{2}$/);
    expect((await opened()).last.parameters).not.toHaveProperty('supportedLanguages');
  });

  it('closes the socket itself when Genesys does not', async () => {
    const line = await opened();
    await line.send(line.call.say('close', { reason: 'end' }));
    await line.rig.clock.advance(11_000);
    expect(line.closedWith).toBe(1000);
  });

  it('takes both channels apart, each sample once', async () => {
    const line = await opened();
    const stereo = counting(640);
    line.audio(stereo, 320);
    const pick = (channel: number) => Buffer.from(stereo.filter((_, at) => at % 2 === channel));
    expect(Buffer.from(line.rig.inference.last.bytesOf(0))).toEqual(pick(0));
    expect(Buffer.from(line.rig.inference.last.bytesOf(1))).toEqual(pick(1));
  });

  it('pauses: what was not heard is a gap, and paused may be repeated', async () => {
    const line = await opened({ media: [offer(['external'])] });
    line.audio(counting(800), 800);
    await line.send(line.call.say('paused'));
    await line.send(line.call.say('paused'));
    expect(line.rig.streams.counts().paused).toBe(1);
    await line.rig.clock.advance(2_000);
    await line.send(line.call.say('resumed', { start: 'PT0.1S', discarded: 'PT2S' }));
    expect(line.rig.streams.counts().live).toBe(1);
    line.audio(counting(800), 800);
    expect(gaps(line.rig)).toEqual([[800, 16_000]]);
    expect(line.rig.inference.last.nextSample(0)).toBe(17_600);
    expect(line.types).toEqual(['opened']);
  });

  it('declares discarded audio', async () => {
    const line = await opened();
    line.audio(counting(1_600), 800);
    await line.send(line.call.say('discarded', { start: 'PT0.1S', discarded: 'PT0.3S' }));
    line.audio(counting(1_600), 800);
    for (const channel of [0, 1]) expect(gaps(line.rig, channel)).toEqual([[800, 2_400]]);
  });
});

describe('[RT109] a connection probe', () => {
  it('is answered, opens no session and costs nothing', async () => {
    const rig = new Rig();
    const line = new Line(rig);
    await line.send(line.call.probe());
    expect(line.last).toMatchObject({
      type: 'opened',
      parameters: { media: [offer(['external', 'internal'])] },
    });
    await rig.clock.advance(12_000);
    await line.send(line.call.say('ping'));
    await line.send(line.call.say('close', { reason: 'end' }));
    expect(line.types).toEqual(['opened', 'pong', 'closed']);
    expect(rig.store.rows.size).toBe(0);
    expect(line.closedWith).toBeUndefined();
  });

  it('may try audio, pause and update, to which nobody listens', async () => {
    const line = new Line(new Rig());
    await line.send(line.call.probe());
    line.audio(counting(3_200), 1_600);
    await line.send(line.call.say('paused'));
    await line.send(line.call.say('resumed', { start: 'PT0.2S', discarded: 'PT1S' }));
    await line.send(line.call.say('update', { language: 'es-ES' }));
    await line.send(line.call.say('close', { reason: 'end' }));
    expect(line.types).toEqual(['opened', 'updated', 'closed']);
    expect(line.rig.store.rows.size).toBe(0);
    expect(line.rig.streams.counts().sessions).toBe(0);
  });

  it('is told of audio in half samples, or without a selected media', async () => {
    const half = new Line(new Rig());
    await half.send(half.call.probe());
    half.peer.binary(counting(3));
    const none = new Line(new Rig());
    const participant = { id: NO_CONVERSATION, ani: '', aniName: '', dnis: '' };
    await none.send(none.call.open({ conversationId: NO_CONVERSATION, participant, media: [] }));
    none.peer.binary(counting(2));
    for (const line of [half, none])
      expect(line.last).toMatchObject({ type: 'disconnect', parameters: { reason: 'error' } });
  });
});

describe('[RT110] an AudioHook session that reconnects', () => {
  const continued = [{ id: SESSION, serverseq: 1, clientseq: 1 }];

  it('goes on where the relay heard it last, on another connection', async () => {
    const former = await opened({ media: [offer(['external'])] });
    former.audio(counting(800), 800);
    former.rig.inference.last.answer();
    const line = new Line(former.rig, new AudiohookCall(OTHER));
    await line.send(line.call.open({ media: [offer(['external'])], continuedSessions: continued }));
    expect(line.last).toMatchObject({ type: 'opened', parameters: { discardTo: 'PT0.1S' } });
    await line.send(line.call.say('discarded', { start: 'PT0S', discarded: 'PT0.1S' }));
    line.audio(counting(800), 800);
    expect(former.rig.inference.last.nextSample(0)).toBe(1_600);
    expect(gaps(former.rig)).toEqual([]);
    await former.send(former.call.say('close', { reason: 'reconnect' }));
    expect(former.types).toEqual(['opened', 'closed']);
    expect(former.rig.streams.counts()).toMatchObject({ sessions: 1, live: 1 });
  });

  it('waits when the old connection is closed first', async () => {
    const former = await opened();
    await former.send(former.call.say('close', { reason: 'reconnect' }));
    expect(former.last.type).toBe('closed');
    expect(former.rig.streams.counts().detached).toBe(1);
    const line = new Line(former.rig, new AudiohookCall(OTHER));
    await line.send(line.call.open({ continuedSessions: continued }));
    expect(former.rig.streams.counts()).toMatchObject({ sessions: 1, live: 1 });
  });

  it('begins a session of its own where the former one is unknown', async () => {
    const line = await opened({ continuedSessions: [{ ...continued[0], id: OTHER }] });
    expect(line.last.type).toBe('opened');
    expect(line.rig.streams.counts().live).toBe(1);
  });

  it('is asked for when the relay is about to stop', async () => {
    const line = await opened();
    const drained = line.rig.streams.drain(1_000);
    expect(line.last.type).toBe('reconnect');
    await line.rig.clock.advance(30_000);
    await drained;
    expect(line.closedWith).toBeDefined();
  });
});

describe('[RT111] what an AudioHook client does wrong', () => {
  it.each([
    ['no JSON', () => '{"version":'],
    ['another version', (call: AudiohookCall) => call.say('ping').replace('"2"', '"3"')],
    ['a repeated number', (call: AudiohookCall) => ((call.seq -= 1), call.say('ping'))],
    ['a message that was never sent', (call: AudiohookCall) => ((call.serverSeq = 9), call.say('ping'))],
    ['another session', (call: AudiohookCall) => call.say('ping').replace(SESSION, OTHER)],
    ['an unknown type', (call: AudiohookCall) => call.say('dance')],
    ['a second open', (call: AudiohookCall) => call.open()],
    ['wrong parameters', (call: AudiohookCall) => call.say('close', { reason: 'tired' })],
    ['a wrong duration', (call: AudiohookCall) => call.say('resumed', { start: '0.1', discarded: 'PT1S' })],
    [
      'a loss in the future',
      (call: AudiohookCall) => call.say('discarded', { start: 'PT0S', discarded: 'PT9999S' }),
    ],
  ])('is told with disconnect, then closed: %s', async (_, message) => {
    const line = await opened();
    await line.send(message(line.call));
    expect(line.last).toMatchObject({ type: 'disconnect', parameters: { reason: 'error' } });
    expect(line.closedWith).toBeUndefined();
    line.call.seq = Math.max(line.call.seq, line.last.clientseq);
    await line.rig.clock.advance(11_000);
    expect(line.closedWith).toBeGreaterThanOrEqual(4_000);
    expect(line.rig.errors()).toEqual([]);
  });

  it('may still be closed in order', async () => {
    const line = await opened();
    await line.send(line.call.say('dance'));
    await line.send(line.call.say('close', { reason: 'disconnect' }));
    expect(line.types).toEqual(['opened', 'disconnect', 'closed']);
    line.peer.cut(1000);
    expect(line.rig.streams.counts().connections).toBe(0);
  });

  it('audio during a pause, before opened, or in half samples', async () => {
    const paused = await opened();
    await paused.send(paused.call.say('paused'));
    paused.peer.binary(counting(2));
    const half = await opened();
    half.peer.binary(counting(3));
    const early = new Line(new Rig());
    early.peer.binary(counting(2));
    for (const line of [paused, half, early]) expect(line.last.type).toBe('disconnect');
  });

  it('an organization that is not the signed one is unauthorized, and no media is an error', async () => {
    const foreign = await opened({ organizationId: OTHER });
    expect(foreign.last.parameters).toMatchObject({ reason: 'unauthorized' });
    const none = await opened({ media: [offer(['external'], 'OPUS')] });
    expect(none.last.parameters).toMatchObject({ reason: 'error' });
  });
});
