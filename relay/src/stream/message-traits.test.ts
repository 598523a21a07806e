import type { ServerBody } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import type { Codec } from './wires/wire.js';
import { newestAfter, NOTHING_YET } from './observing/newest.js';
import { observable, OBSERVABLE_KINDS } from './observing/observable.js';
import { ObserverOutbox } from './observing/observer-outbox.js';
import { Outbox } from './outgoing/outbox.js';
import { mergeKey } from './outgoing/pending-queue.js';
import { ScriptedSocket } from './testing/scripted-socket.js';

type Kind = ServerBody['kind'];

interface Expected {
  /** Has a number, and is sent again after a resume. */
  readonly numbered: boolean;
  /** The merge key, with channel 1, speaker `s` and turn `t`. */
  readonly key?: string;
  readonly observers?: 'whole' | 'part';
  /** A new observer gets it from what the feed keeps. */
  readonly newest?: boolean;
}

/** Written once from the code before the table existed; the table must agree with it. */
const EXPECTED: Record<Kind, Expected> = {
  'session.ready': { numbered: false },
  resumed: { numbered: false },
  'audio.ack': { numbered: false, key: 'audio.ack 1' },
  'turn.start': { numbered: true, observers: 'whole' },
  'turn.update': { numbered: true, key: 'turn.update t', observers: 'whole' },
  'turn.end': { numbered: true, observers: 'whole' },
  'turn.revised': { numbered: true, observers: 'whole' },
  directive: { numbered: true, key: 'directive 1 s', observers: 'whole' },
  tone_shift: { numbered: true, observers: 'whole', newest: true },
  agent_steering: { numbered: true, observers: 'whole' },
  'session.prediction': { numbered: true, observers: 'whole', newest: true },
  kpi_predictions: { numbered: true, observers: 'whole', newest: true },
  alert: { numbered: true, observers: 'whole', newest: true },
  speaker_change: { numbered: true, observers: 'whole' },
  new_speaker: { numbered: true, observers: 'whole' },
  identity_resolved: { numbered: true, observers: 'whole', newest: true },
  overlap: { numbered: true, observers: 'whole' },
  enroll_agent_ack: { numbered: true },
  'session.updated': { numbered: true },
  paused: { numbered: true, observers: 'whole' },
  resumed_analysis: { numbered: true, observers: 'whole' },
  flushed: { numbered: true },
  warning: { numbered: true, observers: 'part' },
  usage: { numbered: false, key: 'usage' },
  stats: { numbered: false, key: 'stats' },
  go_away: { numbered: false },
  snapshot: { numbered: false },
  'observer.joined': { numbered: true },
  'observer.left': { numbered: true },
  error: { numbered: false },
  session_end: { numbered: true, observers: 'part' },
  pong: { numbered: false },
  corrected: { numbered: true, observers: 'whole', newest: true },
  vocal_event: { numbered: true, observers: 'whole' },
  utterance: { numbered: true, observers: 'whole', newest: true },
};

const KINDS = Object.keys(EXPECTED) as Kind[];

/** The values that `kinds` may have, in the order in which a refusal lists them. */
const OBSERVABLE: readonly string[] = [
  'turn.start',
  'turn.update',
  'turn.end',
  'turn.revised',
  'directive',
  'vocal_event',
  'tone_shift',
  'agent_steering',
  'session.prediction',
  'kpi_predictions',
  'alert',
  'speaker_change',
  'new_speaker',
  'identity_resolved',
  'overlap',
  'paused',
  'resumed_analysis',
  'corrected',
  'utterance',
  'warning',
  'session_end',
];

/** One value for all kinds: it has every field that the code looks at. */
const bodyOf = (kind: Kind, more: object = {}): ServerBody =>
  ({
    kind,
    value: {
      channel: 1,
      speakerId: 's',
      turnId: 't',
      utteranceId: 't',
      usage: { receivedMs: [1], processedMs: [1], microCredits: 5 },
      ...more,
    },
  }) as unknown as ServerBody;

/** Writes the number and the kind, and ignores the value. */
const codec = {
  ...({} as Codec),
  encode: ({ seq, body }: { seq: number; body?: ServerBody }) => `${seq} ${body?.kind ?? ''}`,
} as Codec;

const metrics = {
  count: () => undefined,
  closed: () => undefined,
  resultLatency: () => undefined,
  audioAnalysed: () => undefined,
};

class Line extends ScriptedSocket {
  readonly lines: string[] = [];

  override send(frame: Uint8Array | string): 'sent' {
    this.lines.push(String(frame));
    return 'sent';
  }
}

describe('traits of server messages', () => {
  it.each(KINDS)('%s: the outbox numbers it and keeps it for a resume, or does neither', (kind) => {
    const line = new Line();
    const envelope = () => ({ ack: 0, generation: 1, audioPos: 0 });
    const outbox = new Outbox({ seq: 0, now: () => 0, envelope, metrics, tooSlow: () => undefined });
    outbox.attach(line, codec);
    outbox.post(bodyOf(kind));
    const { numbered } = EXPECTED[kind];
    expect(line.lines).toEqual([`${numbered ? 1 : 0} ${kind}`]);
    expect(outbox.replay(0).count).toBe(numbered ? 1 : 0);
    outbox.detach();
    outbox.post(bodyOf(kind));
    expect(outbox.replay(0).count).toBe(numbered ? 2 : 0);
  });

  it.each(KINDS)('%s: has its merge key', (kind) => {
    expect(mergeKey(bodyOf(kind))).toBe(EXPECTED[kind].key);
  });

  it.each(KINDS)('%s: observers get all of it, a part of it, or nothing', (kind) => {
    const { observers } = EXPECTED[kind];
    const body = bodyOf(kind, { code: 'idle' });
    if (observers === undefined) expect(observable(body)).toBeUndefined();
    else if (observers === 'whole') expect(observable(body)).toBe(body);
    const private_ = observable(bodyOf(kind, { code: 'wallet_low' }));
    if (kind === 'warning') expect(private_).toBeUndefined();
    if (kind === 'session_end') expect(private_?.value).not.toHaveProperty('usage.microCredits');
  });

  it('lists what an observer may request', () => {
    expect(OBSERVABLE_KINDS).toEqual(OBSERVABLE);
    expect(KINDS.filter((kind) => EXPECTED[kind].observers !== undefined).sort()).toEqual(
      [...OBSERVABLE].sort(),
    );
  });

  it.each(KINDS)('%s: changes the state that a new observer gets, or does not', (kind) => {
    const { utterances } = newestAfter(NOTHING_YET, bodyOf('utterance'));
    const before = { ...NOTHING_YET, utterances: utterances ?? [] };
    const changed = newestAfter(before, bodyOf(kind)) !== before;
    expect(changed).toBe(EXPECTED[kind].newest ?? false);
  });

  it.each(['snapshot', 'resumed', 'go_away', 'error', 'pong', ...OBSERVABLE] as Kind[])(
    '%s: is numbered for observers exactly when it is numbered for the client',
    (kind) => {
      const line = new Line();
      const outbox = new ObserverOutbox({
        socket: line,
        codec,
        ack: () => 0,
        now: () => 0,
        metrics,
        tooSlow: () => undefined,
      });
      outbox.post({ body: bodyOf(kind) });
      outbox.flush();
      expect(line.lines).toEqual([`${EXPECTED[kind].numbered ? 1 : 0} ${kind}`]);
    },
  );
});
