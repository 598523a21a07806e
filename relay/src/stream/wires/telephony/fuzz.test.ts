import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settled } from '../../testing/manual-clock.js';
import { anAuth, Rig } from '../../testing/rig.js';
import { AudiohookCall, SESSION } from './testing/audiohook-call.js';
import { ACCOUNT_SID, TwilioCall } from './testing/twilio-call.js';

/** Any value in the place of a field, or none. */
const anyValue = fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 2 }), fc.integer(), fc.string());

/** Changes one field of a message, however deep it lies. */
const damaged = (message: string, path: readonly number[], value: unknown): string => {
  const root = JSON.parse(message) as Record<string, unknown>;
  let at = root;
  for (const step of path) {
    const names = Object.keys(at);
    const name = names[step % Math.max(1, names.length)] ?? 'more';
    const next = at[name];
    if (step % 3 !== 0 && typeof next === 'object' && next !== null) at = next as Record<string, unknown>;
    else {
      at[name] = value;
      break;
    }
  }
  return JSON.stringify(root);
};

const edits = fc.array(fc.tuple(fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }), anyValue, fc.nat(5)), {
  minLength: 1,
  maxLength: 8,
});

describe('a telephony stream that gets damaged messages', () => {
  it('of Twilio: is still open, or closed with a code of ours; nothing breaks and nothing is sent', async () => {
    let closed = 0;
    await fc.assert(
      fc.asyncProperty(edits, async (steps) => {
        const rig = new Rig();
        const account = { orgId: 'org_a', accountSid: ACCOUNT_SID };
        const peer = rig.connect('twilio', anAuth(), { account });
        const call = new TwilioCall();
        const media = (chunk: number) =>
          call.media({ track: 'inbound', chunk, timestampMs: chunk * 20, payload: new Uint8Array(160) });
        peer.text(call.start(['inbound']));
        await settled();
        for (const [path, value, kind] of steps) {
          if (peer.socket.closedWith !== undefined) break;
          const whole = kind === 0 ? call.start(['inbound']) : kind === 1 ? call.stop() : media(kind);
          peer.text(damaged(whole, path, value));
          await settled();
        }
        expect(rig.errors()).toEqual([]);
        expect(peer.socket.received).toEqual([]);
        const code = peer.socket.closedWith?.code;
        if (code !== undefined) closed += 1;
        expect(code === undefined || code === 1000 || (code >= 4_000 && code < 4_600)).toBe(true);
      }),
      { numRuns: 150, seed: 20_261_124 },
    );
    expect(closed).toBeGreaterThan(20);
  }, 120_000);

  it('of AudioHook: is still open, or was told with disconnect or closed', async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(edits, async (steps) => {
        const rig = new Rig();
        const peer = rig.connect('audiohook', anAuth(), {
          headers: new Map([['audiohook-session-id', SESSION]]),
        });
        const types: string[] = [];
        peer.socket.send = (frame) => {
          types.push((JSON.parse(String(frame)) as { type: string }).type);
          return 'sent';
        };
        const call = new AudiohookCall();
        peer.text(call.open());
        await settled();
        for (const [path, value, kind] of steps) {
          const parameters = { start: 'PT0S', discarded: 'PT0.1S', language: 'de-DE', reason: 'end' };
          const type = ['ping', 'paused', 'resumed', 'discarded', 'update', 'close'][kind] ?? 'ping';
          peer.text(damaged(call.say(type, parameters), path, value));
          await settled();
        }
        expect(rig.errors()).toEqual([]);
        if (types.includes('disconnect')) told += 1;
        // Nothing follows a farewell but the answer to the client's own.
        const farewell = types.findIndex((type) => type === 'disconnect');
        if (farewell >= 0) expect(types.slice(farewell + 1).every((type) => type === 'closed')).toBe(true);
        if (peer.socket.closedWith !== undefined) expect(types.at(-1)).toMatch(/^(disconnect|closed)$/);
      }),
      { numRuns: 150, seed: 20_261_125 },
    );
    expect(told).toBeGreaterThan(20);
  }, 120_000);
});
