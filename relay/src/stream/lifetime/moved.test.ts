import { describe, expect, it } from 'vitest';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { StoreAway } from '../testing/memory-store.js';
import { type Peer, Rig } from '../testing/rig.js';
import { hangUp } from '../testing/till.js';

/** Two relays, and a client whose link to the first broke. The first one waits for it, and knows of nothing more. */
const moving = async (): Promise<{ one: Rig; two: Rig; first: Peer; ended: string[] }> => {
  const sessions = new FewSessions();
  const ended: string[] = [];
  const endStream = sessions.endStream.bind(sessions);
  sessions.endStream = (...asked) => {
    ended.push(asked[2]);
    return endStream(...asked);
  };
  const one = new Rig({ name: 'one', sessions });
  const two = new Rig({ name: 'two', store: one.store, clock: one.clock, sessions });
  const first = await one.talking();
  one.inference.last.answer();
  await one.clock.advance(8_400);
  first.cut();
  await one.clock.advance(400);
  return { one, two, first, ended };
};

const talk = async (rig: Rig, peer: Peer, seconds: number): Promise<void> => {
  for (let i = 0; i < seconds * 4; i += 1) {
    peer.audio(4_000);
    rig.inference.last.answer();
    await rig.clock.advance(250);
  }
};

/** Two seconds in which nobody speaks. */
const hush = (peer: Peer): void => {
  const [firstSample = 0] = peer.position;
  peer.say({ kind: 'audio.gap', value: { channel: 0, firstSample, sampleCount: 32_000, reason: 'muted' } });
  peer.position[0] = firstSample + 32_000;
};

describe('a session that went on at another relay', () => {
  it('[RT42] [RT46] is not ended by the relay where it began, whose client did not come back there', async () => {
    const { one, two, first, ended } = await moving();
    const second = await two.resume(first);
    await talk(two, second, 125);
    expect(one.streams.counts().sessions).toBe(0);
    expect(ended).toEqual([]);
    expect(second.socket.closedWith).toBeUndefined();
    second.say({ kind: 'session.end', value: {} });
    await settled();
    expect(ended).toEqual(['client_ended']);
    expect(second.socket.last('session_end').usage.processedMs).toBe(1_040 + 125_000);
  });

  it('[RT44] [RT46] goes on as it was there when its client comes back to the relay where it began', async () => {
    const { one, two, first } = await moving();
    const second = await two.resume(first);
    await talk(two, second, 2);
    second.cut();
    await one.clock.advance(400);
    const third = await one.resume(second);
    expect(third.socket.last('session.ready').nextSample).toEqual([first.position[0]! + 32_000]);
    expect(third.socket.last('resumed').lost).toEqual([]);
    await talk(one, third, 10);
    expect(third.socket.closedWith).toBeUndefined();
    expect(third.socket.warnings()).toEqual([]);
    expect(one.store.row(first.sessionId).generation).toBe(3);
  });

  it('[RT44] [RT45] tells its client again what it missed there, and counts and keeps it once however often it moves', async () => {
    const sessions = new FewSessions();
    const one = new Rig({ name: 'one', sessions });
    const { store, clock } = one;
    const first = await one.open();
    first.audio(16_000);
    one.inference.last.answer();
    // The link breaks before the results: half a second more of the turn, and the silence that ends it.
    first.audio(8_000);
    hush(first);
    first.cut();
    one.inference.last.answer();
    await clock.advance(400);
    expect(sessions.readings.size).toBe(1);

    const two = new Rig({ name: 'two', sessions, store, clock });
    const second = await two.resume(first);
    expect(second.socket.last('session.ready').nextSample).toEqual([16_000]);
    second.audio(4_000, 0, 16_000);
    two.inference.last.answer();
    expect(second.socket.all('directive')).toMatchObject([{ audioStartMs: 1_000, audioEndMs: 1_250 }]);
    second.cut();
    await clock.advance(400);

    const three = new Rig({ name: 'three', sessions, store, clock });
    const third = await three.resume(second, { nextSample: [20_000] });
    third.position[0] = 20_000;
    third.audio(4_000);
    hush(third);
    three.inference.last.answer();
    third.audio(4_000);
    three.inference.last.answer();
    await hangUp(three, third);
    expect(third.socket.all('directive').map(({ audioEndMs }) => audioEndMs)).toEqual([1_500, 3_500, 3_750]);
    const { usage, transcript, durationS } = third.socket.last('session_end');
    expect(usage).toEqual({ receivedMs: 1_750, processedMs: 1_750 });
    expect(durationS).toBe(3.75);
    expect(transcript.turns.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 1_500],
      [3_500, 3_750],
    ]);
    expect(sessions.readings.size).toBe(2);
  });

  it('[RT45] analyzes a stretch that is partly new in two parts, of which one alone counts', async () => {
    const one = new Rig({ name: 'one' });
    const { store, clock } = one;
    const first = await one.open();
    first.audio(16_000);
    one.inference.last.answer();
    first.audio(8_000);
    // Its client does not see the result of the second half a second.
    first.cut();
    one.inference.last.answer();
    await clock.advance(400);
    const two = new Rig({ name: 'two', store, clock });
    const second = await two.resume(first);
    second.position[0] = 16_000;
    second.audio(10_000);
    two.inference.last.answer();
    expect(
      second.socket.all('directive').map(({ audioStartMs, audioEndMs }) => [audioStartMs, audioEndMs]),
    ).toEqual([
      [1_000, 1_500],
      [1_500, 1_625],
    ]);
    await hangUp(two, second);
    expect(second.socket.last('session_end').usage).toEqual({ receivedMs: 1_625, processedMs: 1_625 });
  });

  it('[RT70] takes its observers along, who would see it wait for its client', async () => {
    const { one, two, first } = await moving();
    const observer = await one.observe({ sessionIds: [first.sessionId] });
    expect(observer.socket.last('snapshot').state).toBe('detached');
    await two.resume(first);
    await one.clock.advance(5_400);
    expect(observer.socket.last('error')).toMatchObject({ code: 'session_elsewhere', fatal: false });
    expect(one.streams.counts().sessions).toBe(0);
  });

  it('[RT76] is ended over REST where it is, also when the relay where it began is asked', async () => {
    const { one, two, first, ended } = await moving();
    const second = await two.resume(first);
    const name = { orgId: 'org_a', sessionId: first.sessionId };
    expect(await one.streams.end(name, 'client_ended')).toBe(false);
    expect(ended).toEqual([]);
    expect(await two.streams.end(name, 'client_ended')).toBe(true);
    expect(second.socket.closedWith?.code).toBe(4000);
  });

  it('[RT43] is resumed where it waits while the store is away', async () => {
    const { one, first } = await moving();
    one.store.broken = new StoreAway('no connection');
    const second = await one.resume(first);
    expect(second.socket.kinds().slice(0, 2)).toEqual(['session.ready', 'resumed']);
    expect(second.socket.all('snapshot')).toEqual([]);
  });
});
