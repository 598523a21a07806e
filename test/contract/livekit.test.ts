/** `@undertone/livekit` in a room: the real LiveKit SDK on both sides, WebRTC and Opus between them, and a relay. */
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  Room,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import {
  CredentialError,
  listenToCaller,
  type CallerListener,
  type Gap,
  type StateChange,
  type ToneShift,
} from '@undertone/livekit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedCall, TONES } from '../../relay/src/domain/call/testing/scripted-call.js';
import { SlowingAgent } from '../../packages/livekit/examples/slowing-agent.js';
import { LiveKitServer } from '../support/livekit-server.js';
import { RelayProcess } from '../support/relay-process.js';
import { ScriptedRelay } from '../support/scripted-relay.js';
import { angryAndSad, hasSpeech, speechRate } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';

let relay: RelayProcess;
let server: LiveKitServer;
const rooms: Room[] = [];

beforeAll(async () => {
  [relay, server] = await Promise.all([RelayProcess.start(), LiveKitServer.start()]);
});
afterEach(async () => {
  for (const room of rooms.splice(0)) await room.disconnect();
});
afterAll(async () => {
  await server.stop();
  await relay.stop();
});

const enter = async (identity: string): Promise<Room> => {
  const room = new Room();
  rooms.push(room);
  await room.connect(server.url, await server.token(identity), { autoSubscribe: true, dynacast: false });
  return room;
};

/** A caller who speaks when told. */
const callerIn = async (room: Room) => {
  const source = new AudioSource(speechRate, 1);
  const track = LocalAudioTrack.createAudioTrack('microphone', source);
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
  await room.localParticipant!.publishTrack(track, options);
  return {
    /** At the pace of speech: the source takes a second ahead. */
    speak: async (samples: Float32Array) => {
      for (let at = 0; at + 160 <= samples.length; at += 160) {
        const frame = Int16Array.from(samples.subarray(at, at + 160), (sample) =>
          Math.round(sample * 32_000),
        );
        await source.captureFrame(new AudioFrame(frame, speechRate, 1, 160));
      }
    },
  };
};

const sentences = async (label: 'angry' | 'sad', count: number): Promise<Float32Array> => {
  const own = (await angryAndSad(count)).filter((sentence) => sentence.label === label);
  const all = own.flatMap(({ samples }) => [samples, new Float32Array(0.4 * speechRate)]);
  const joined = new Float32Array(all.reduce((length, part) => length + part.length, 0));
  all.reduce((at, part) => (joined.set(part, at), at + part.length), 0);
  return joined;
};

const heard = (listener: CallerListener, count: number): Promise<void> =>
  new Promise((resolve) => {
    let left = count;
    const note = () => {
      left -= 1;
      if (left > 0) return;
      listener.off('reading', note);
      resolve();
    };
    listener.on('reading', note);
  });

const reached = (listener: CallerListener, wanted: string): Promise<void> =>
  new Promise((resolve) => {
    const note = ({ state }: StateChange) => {
      if (state !== wanted) return;
      listener.off('state', note);
      resolve();
    };
    listener.on('state', note);
  });

const gapOf = (listener: CallerListener, reason: string): Promise<Gap> =>
  new Promise((resolve) => {
    const note = (gap: Gap) => {
      if (gap.reason !== reason) return;
      listener.off('gap', note);
      resolve(gap);
    };
    listener.on('gap', note);
  });

describe('a voice agent that listens to its caller', () => {
  if (!hasSpeech)
    console.warn('SKIPPED: the agent that slows down, because UNDERTONE_SPEECH_DIR names no labeled speech');
  it.skipIf(!hasSpeech)('slows down and is told so in its prompt when the caller is upset', async () => {
    const instructions: string[] = [];
    const agent = await SlowingAgent.start({
      room: await enter('agent'),
      url: relay.url,
      apiKey: relay.key,
      think: (prompt) => Promise.resolve((instructions.push(prompt), 'I see. Let me look into it.')),
      voice: (_, speed) => Promise.resolve(new Int16Array(Math.round(4_800 / speed))),
    });
    // No shift of tone is counted on: two sentences are too little for what is usual with a caller (4 s of speech).
    const modes: string[] = [];
    agent.listener.on('cue', ({ mode }) => modes.push(mode));
    const caller = await callerIn(await enter('caller'));
    await caller.speak(await sentences('sad', 2));
    const before = await agent.answer('Hello.');
    await caller.speak(await sentences('angry', 4));
    const after = await agent.answer('This is the third time!');
    await agent.stop();
    expect(before.speed).toBe(1);
    expect(after.speed).toBeLessThan(0.97);
    expect(instructions[1]).toContain('upset');
    expect(instructions[0]).not.toContain('upset');
    expect(modes).toContain('caller_escalating');
  });

  it('[RT31] tells a shift of tone once when it is committed and once when it is over, in the relay’s order, with its cue and prompt', async () => {
    const call = new ScriptedCall()
      .speak(TONES.calm, 20_000)
      .speak(TONES.angry, 4_000)
      .speak(TONES.calm, 8_000);
    const { summary } = call.end();
    const scripted = await ScriptedRelay.start(call.said, {
      ...summary,
      reason: 'ended_by_agent',
      usage: { receivedMs: 32_000, processedMs: 32_000 },
    });
    const listener = await listenToCaller({
      room: await enter('agent'),
      url: scripted.url,
      getToken: () => Promise.resolve('a-token'),
    });
    const [shifts, cues, told]: [ToneShift[], string[], string[]] = [[], [], []];
    listener.on('toneShift', (shift) => {
      shifts.push(shift);
      told.push(shift.resolved ? 'over' : 'shift');
    });
    listener.on('cue', ({ mode }) => {
      cues.push(mode);
      told.push(mode);
    });
    listener.on('prompt', () => told.push('prompt'));
    const all = heard(listener, call.of('directive').length);
    const caller = await callerIn(await enter('caller'));
    await caller.speak(new Float32Array(speechRate / 2));
    await all;
    const { summary: end } = await listener.close();
    await scripted.stop();
    const timesOf = (all: readonly ToneShift[]) =>
      all.map(({ direction, onsetMs, commitMs, durationMs, resolved }) => [
        direction,
        onsetMs,
        commitMs,
        durationMs,
        resolved,
      ]);
    expect(timesOf(shifts)).toEqual(timesOf(call.of('tone_shift')));
    expect(shifts.map(({ direction, resolved }) => [direction, resolved])).toEqual([
      ['escalating', false],
      ['escalating', true],
    ]);
    const [committed, over] = shifts;
    expect(committed!.onsetMs).toBeGreaterThanOrEqual(20_000);
    expect(committed!.commitMs).toBeGreaterThan(committed!.onsetMs);
    expect(over!.onsetMs).toBe(committed!.onsetMs);
    expect(cues).toEqual(call.of('agent_steering').map(({ mode }) => mode));
    expect(told.indexOf('shift')).toBeLessThan(told.indexOf('over'));
    expect(end?.durationS).toBe(32);
  });

  it('goes on over mute, a broken link and another track, and declares what it did not hear', async () => {
    const proxy = await TcpProxy.start(() => relay.port);
    const listener = await listenToCaller({ room: await enter('agent'), url: proxy.url, apiKey: relay.key });
    const caller = await callerIn(await enter('caller'));
    const speech = await sentences('sad', 2);
    let speaking = true;
    const talk = async () => {
      while (speaking) await caller.speak(speech.subarray(0, speechRate));
    };
    const talking = talk();
    await heard(listener, 4);

    const muted = gapOf(listener, 'muted');
    server.mute('caller', true);
    expect((await muted).durationMs).toBeGreaterThan(0);
    server.mute('caller', false);
    await heard(listener, 4);

    const resumed = reached(listener, 'reconnecting').then(() => reached(listener, 'listening'));
    proxy.set({ kind: 'down' });
    proxy.set({ kind: 'open' });
    await resumed;
    await heard(listener, 4);

    server.withdraw('caller');
    await gapOf(listener, 'device_switch');
    server.publishAgain('caller');
    await heard(listener, 4);

    speaking = false;
    await talking;
    const { reason, summary, error } = await listener.close();
    expect([reason, error]).toEqual(['ended_by_agent', undefined]);
    expect(summary?.durationS).toBeGreaterThan(3);
    expect(listener.state).toBe('ended');
    await proxy.stop();
  });

  it('ends when its caller left and does not come back', async () => {
    const listener = await listenToCaller({
      room: await enter('agent'),
      url: relay.url,
      apiKey: relay.key,
      caller: 'caller',
      awayMs: 0,
    });
    const room = await enter('caller');
    const caller = await callerIn(room);
    const listening = reached(listener, 'listening');
    await caller.speak(await sentences('sad', 1));
    await listening;
    await room.disconnect();
    expect((await listener.ended).reason).toBe('caller_left');
  });

  it('tells a wrong key as a typed error, and wrong options at once', async () => {
    const room = await enter('agent');
    const listener = await listenToCaller({ room, url: relay.url, apiKey: `${relay.key}x` });
    const caller = await callerIn(await enter('caller'));
    void caller.speak(await sentences('sad', 1));
    const { error } = await listener.ended;
    expect(error).toBeInstanceOf(CredentialError);
    expect(JSON.stringify(error)).not.toContain(relay.key);
    for (const wrong of [
      { url: 'relay' },
      { url: 'ftp://relay' },
      { url: `${relay.url}?api_key=psk_x` },
      { apiKey: undefined },
      { getToken: () => Promise.resolve('') },
      { awayMs: -1 },
    ])
      await expect(
        listenToCaller({ room, url: relay.url, apiKey: relay.key, ...wrong }),
      ).rejects.toMatchObject({ name: 'UsageError', code: 'invalid_option' });
  });
});
