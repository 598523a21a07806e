import type { ServerBody } from './generated/types.js';

/** The kinds of message that a relay sends. */
export type ServerKind = ServerBody['kind'];

/** What a message of a kind carries. */
export type ServerValue<K extends ServerKind> = Extract<ServerBody, { kind: K }>['value'];

/** What the relay and the client must know of a kind to carry it. */
export interface MessageTraits {
  /**
   * It describes the connection or the moment: it has seq 0, and a resume does not send it again, because a resume brings
   * its own.
   */
  readonly momentary: boolean;
  /**
   * For a slow reader: the fields that a newer message must share with one that waits to take its place. `[]`: any of the
   * kind. `null`: no message of the kind may be dropped.
   */
  readonly mergesBy: readonly string[] | null;
  /** What an observer gets of it: what is said about the call, nothing of the link, the account or the money. */
  readonly observers: 'whole' | 'part' | 'nothing';
  /** The feed keeps the newest of it for a snapshot, because the call itself does not. */
  readonly newest: boolean;
}

type TraitsOf<K extends ServerKind> = MessageTraits & {
  readonly mergesBy: readonly (keyof ServerValue<K>)[] | null;
};

/**
 * The traits of every server message, in the order in which a refusal lists kinds. A new message needs a row here; the
 * outbox, the queue of a slow reader, the observers and the snapshot read it from this table.
 */
export const SERVER_TRAITS = {
  'session.ready': { momentary: true, mergesBy: null, observers: 'nothing', newest: false },
  resumed: { momentary: true, mergesBy: null, observers: 'nothing', newest: false },
  'audio.ack': { momentary: true, mergesBy: ['channel'], observers: 'nothing', newest: false },
  'turn.start': { momentary: false, mergesBy: null, observers: 'whole', newest: false },
  'turn.update': { momentary: false, mergesBy: ['turnId'], observers: 'whole', newest: false },
  'turn.end': { momentary: false, mergesBy: null, observers: 'whole', newest: false },
  'turn.revised': { momentary: false, mergesBy: null, observers: 'whole', newest: false },
  directive: { momentary: false, mergesBy: ['channel', 'speakerId'], observers: 'whole', newest: false },
  vocal_event: { momentary: false, mergesBy: null, observers: 'whole', newest: false },
  tone_shift: { momentary: false, mergesBy: null, observers: 'whole', newest: true },
  agent_steering: { momentary: false, mergesBy: null, observers: 'whole', newest: false },
  'session.prediction': { momentary: false, mergesBy: null, observers: 'whole', newest: true },
  kpi_predictions: { momentary: false, mergesBy: null, observers: 'whole', newest: true },
  alert: { momentary: false, mergesBy: null, observers: 'whole', newest: true },
  speaker_change: { momentary: false, mergesBy: null, observers: 'whole', newest: false },
  new_speaker: { momentary: false, mergesBy: null, observers: 'whole', newest: false },
  identity_resolved: { momentary: false, mergesBy: null, observers: 'whole', newest: true },
  overlap: { momentary: false, mergesBy: null, observers: 'whole', newest: false },
  enroll_agent_ack: { momentary: false, mergesBy: null, observers: 'nothing', newest: false },
  'session.updated': { momentary: false, mergesBy: null, observers: 'nothing', newest: false },
  paused: { momentary: false, mergesBy: null, observers: 'whole', newest: false },
  resumed_analysis: { momentary: false, mergesBy: null, observers: 'whole', newest: false },
  corrected: { momentary: false, mergesBy: null, observers: 'whole', newest: true },
  utterance: { momentary: false, mergesBy: null, observers: 'whole', newest: true },
  flushed: { momentary: false, mergesBy: null, observers: 'nothing', newest: false },
  warning: { momentary: false, mergesBy: null, observers: 'part', newest: false },
  usage: { momentary: true, mergesBy: [], observers: 'nothing', newest: false },
  stats: { momentary: true, mergesBy: [], observers: 'nothing', newest: false },
  go_away: { momentary: true, mergesBy: null, observers: 'nothing', newest: false },
  snapshot: { momentary: true, mergesBy: null, observers: 'nothing', newest: false },
  'observer.joined': { momentary: false, mergesBy: null, observers: 'nothing', newest: false },
  'observer.left': { momentary: false, mergesBy: null, observers: 'nothing', newest: false },
  error: { momentary: true, mergesBy: null, observers: 'nothing', newest: false },
  session_end: { momentary: false, mergesBy: null, observers: 'part', newest: false },
  pong: { momentary: true, mergesBy: null, observers: 'nothing', newest: false },
} as const satisfies { readonly [K in ServerKind]: TraitsOf<K> };

/** The kinds of which a trait has a value, as a type: a `switch` over them must name each. */
export type KindsWith<Trait extends keyof MessageTraits, Value> = {
  [K in ServerKind]: (typeof SERVER_TRAITS)[K][Trait] extends Value ? K : never;
}[ServerKind];

/** The messages of which a trait has a value. */
export type BodyWith<Trait extends keyof MessageTraits, Value> = Extract<
  ServerBody,
  { kind: KindsWith<Trait, Value> }
>;

const TRAITS: Readonly<Record<ServerKind, MessageTraits>> = SERVER_TRAITS;

/** The traits of a kind. */
export const traitsOf = (kind: ServerKind): MessageTraits => TRAITS[kind];
