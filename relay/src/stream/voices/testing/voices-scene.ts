import type { ServerBody, SessionHello } from '@undertone/protocol';
import { settled } from '../../testing/manual-clock.js';
import { type Peer, Rig } from '../../testing/rig.js';
import { ScriptedVoices } from './scripted-voices.js';

export const CONSENT = { basis: 'consent', scope: ['voiceprint'] };

/** One channel with several people on it. */
export const MIXED: Pick<SessionHello, 'consent' | 'channels'> = {
  consent: CONSENT,
  channels: [{ id: 'room', subject: 'customer', encoding: 'pcm_s16le', sampleRate: 16_000, mixed: true }],
};

/** Streams with scripted voices: Anna is enrolled, and the test decides who is heard. */
export class VoicesScene {
  readonly voices = new ScriptedVoices();
  readonly rig: Rig;

  constructor() {
    this.voices.enrolled.set('spk_anna', 0);
    this.rig = new Rig({ voices: this.voices });
  }

  readonly talk = async (peer: Peer, times = 8): Promise<void> => {
    for (let n = 0; n < times; n++) peer.audio(4_000);
    this.rig.inference.last.answer();
    await settled();
  };

  readonly hear = async (degrees: number, seconds = 4, speaker = 0): Promise<void> => {
    this.voices.tracker.hears(degrees, seconds, speaker);
    for (let n = 0; n < 8; n++) await settled();
  };
}

export const identities = (peer: Peer): Extract<ServerBody, { kind: 'identity_resolved' }>['value'][] =>
  peer.socket.all('identity_resolved');

/** A number for a turn by its beginning. */
const idOf = (speaker: number, startMs: number): number => startMs * 16 + speaker;

export const begins = (speaker: number, atMs: number) =>
  ({ type: 'turn_start', id: idOf(speaker, atMs), speaker, atMs }) as const;

export const ends = (speaker: number, startMs: number, endMs: number) =>
  ({
    type: 'turn_end',
    id: idOf(speaker, startMs),
    turn: { speaker, startMs, endMs, overlap: false, confidence: 1 },
  }) as const;

/** The turn that began as the first speaker's is the second one's. */
export const revises = (previous: number, startMs: number, endMs: number, speaker: number, revision = 1) =>
  ({
    type: 'turn_revised',
    id: idOf(previous, startMs),
    speaker,
    previous,
    startMs,
    endMs,
    revision,
  }) as const;
