import { describe, expect, it } from 'vitest';
import { anAuth, Rig, type Peer } from '../testing/rig.js';

/** Sends speech in real time. */
const talk = async (rig: Rig, peer: Peer, seconds: number): Promise<void> => {
  for (let i = 0; i < seconds * 2 && peer.socket.closedWith === undefined; i += 1) {
    peer.audio(8_000);
    rig.inference.last.answer();
    await rig.clock.advance(500);
  }
};

describe('the longest duration of a session', () => {
  it('[RT41] announces its maximum duration 60 s ahead, then ends with 4002', async () => {
    const rig = new Rig();
    const peer = await rig.open({}, anAuth({ claims: { maxSessionS: 90 } }));
    expect(peer.socket.last('session.ready').limits.sessionS).toBe(90);
    await talk(rig, peer, 29);
    expect(peer.socket.all('go_away')).toEqual([]);
    await talk(rig, peer, 2);
    expect(peer.socket.last('go_away')).toMatchObject({ reason: 'max_duration', resume: false });
    expect(peer.socket.last('go_away').deadlineMs).toBeGreaterThan(59_000);
    expect(peer.socket.warnings()).toEqual(['session_expiring']);
    await talk(rig, peer, 61);
    expect(peer.socket.kinds().slice(-2)).toEqual(['session_end', 'error']);
    expect(peer.socket.closedWith).toEqual({ code: 4002, reason: 'max_duration' });
  });

  it('[RT41] announces the end of a token’s audio 60 s ahead, also where two channels use it up twice as fast', async () => {
    const rig = new Rig();
    const channel = { subject: 'customer', encoding: 'pcm_s16le', sampleRate: 16_000, frameMs: 40 } as const;
    const hello = {
      channels: [
        { id: 'a', ...channel },
        { id: 'b', ...channel },
      ],
    };
    const peer = await rig.open(hello, anAuth({ claims: { maxAudioS: 150 } }));
    const until = async (seconds: number): Promise<void> => {
      for (let i = 0; i < seconds * 2; i += 1) {
        peer.audio(8_000);
        peer.audio(8_000, 1);
        await rig.clock.advance(500);
      }
    };
    await until(14);
    expect(peer.socket.warnings()).toEqual([]);
    await until(2);
    expect(peer.socket.warnings()).toEqual(['session_expiring']);
    expect(peer.socket.last('go_away').deadlineMs).toBeGreaterThan(58_000);
  });

  it('[RT41] announces the end again after a fresh token has moved it', async () => {
    const rig = new Rig({
      tokens: { more: { kind: 'accepted', auth: anAuth({ claims: { maxSessionS: 200 } }) } },
    });
    const peer = await rig.open({}, anAuth({ claims: { maxSessionS: 90 } }));
    await talk(rig, peer, 31);
    peer.say({ kind: 'auth.refresh', value: { token: 'more' } });
    await talk(rig, peer, 100);
    expect(peer.socket.warnings()).toEqual(['session_expiring']);
    await talk(rig, peer, 10);
    expect(peer.socket.warnings()).toEqual(['session_expiring', 'session_expiring']);
    expect(peer.socket.all('go_away')).toHaveLength(2);
  });

  it('ends when it has received as much audio as its token allows', async () => {
    const rig = new Rig();
    const peer = await rig.open({}, anAuth({ claims: { maxAudioS: 10 } }));
    await talk(rig, peer, 12);
    expect(peer.socket.closedWith?.code).toBe(4002);
  });
});
