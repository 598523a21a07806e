import {
  ERROR_CODES,
  MOOD_LIMITS,
  UNCERTAIN,
  type AgentSteering,
  type Directive,
  type IdentityResolved,
  type MoodKind,
  type SessionReady,
  type Snapshot,
} from '@undertone/protocol';
import type { ConnectionName, SessionStateLike, TurnLike } from '../session/session-like.js';
import type { CallEvent } from './call-event.js';
import {
  addSteering,
  expireCues,
  fitCues,
  holdCue,
  removeCue,
  snoozeCue,
  type CueQueue,
} from './cue-queue.js';
import { isLost, withLost, withoutLost, type LostSound } from './lost-sound.js';
import { personOf, withIdentity, type Person } from './people.js';
import { withSound, type SoundView } from './sound-list.js';
import {
  withDirective,
  withSteering,
  withoutReadings,
  withoutVoice,
  withProsody,
  type SpeakerState,
} from './speaker-state.js';
import { changeKnown, changeOrAdd, withChannels, withTold, type Change, type Speakers } from './speakers.js';
import { withoutEmotion, withRevised, withTurn, withWhole, type TurnView } from './turn-list.js';
import { newestVoice } from './voices.js';
import { addWarning, expireWarnings, withHeard, withoutIdle, type WarningList } from './warning-list.js';

/**
 * Everything the panel shows about a call. Its size is limited, so a hidden tab can receive hours of a call.
 */
export interface CallState {
  readonly connection: ConnectionName;
  readonly code: string | undefined;
  /** Whether analysis is paused, also while the link is down: nothing is captured. */
  readonly isHeld: boolean;
  /** Whether it is somebody else's call. What its page does while no link is up is not known here. */
  readonly isWatched: boolean;
  /** How far results are behind the speech, beyond what their channels take at best. */
  readonly lagMs: number;
  /** Whether the relay has shown, since the link is up, that it analyzes: by a result, or by taking what is sent in time. */
  readonly isAnswered: boolean;
  /** When the link came up, on the page's clock. */
  readonly liveAtMs: number;
  /** How many people watch the call besides the person in front of the panel. */
  readonly observers: number;
  /** Labels that the model outputs itself; the others are split from them. Empty while not known. */
  readonly modelLabels: readonly string[];
  readonly speakers: Speakers;
  /** Channels that deliver no sound, as the page sees it. */
  readonly lost: readonly LostSound[];
  readonly cues: CueQueue;
  readonly warnings: WarningList;
  readonly turns: readonly TurnView[];
  /** People recognized by voice, and the voices known as the agent's. */
  readonly people: readonly Person[];
  /** Laughs, sighs and similar sounds, in order of time. */
  readonly sounds: readonly SoundView[];
}

/** Results that are later than this no longer describe what the agent hears. */
export const LATE_MS: number = MOOD_LIMITS.lateMs;
/** Results of a line that several share come so much after their audio, and are not late (proto/SPEC.md, RT90). */
export const SHARED_DELAY_MS = 3_000;

/** A call before anything is known about it. */
export const EMPTY_CALL: CallState = {
  connection: 'idle',
  code: undefined,
  isHeld: false,
  isWatched: false,
  lagMs: 0,
  isAnswered: false,
  liveAtMs: 0,
  observers: 0,
  modelLabels: [],
  speakers: [],
  lost: [],
  cues: [],
  warnings: [],
  turns: [],
  people: [],
  sounds: [],
};

/** Returns the next state. Pure; `nowMs` is the page's monotonic clock. */
export const reduceCall = (call: CallState, event: CallEvent, nowMs: number): CallState => {
  const next = withEvent(call, event, nowMs);
  const cues = fitCues(next.cues, (entry) => isBeside(entry.moods, moodFor(next, entry)), nowMs);
  return cues === next.cues ? next : { ...next, cues };
};

const isBeside = (moods: readonly MoodKind[] | undefined, mood: MoodKind | undefined): boolean =>
  moods === undefined || (mood !== undefined && moods.includes(mood));

/** The mood of the voice that a message is about. Without a channel it is about the customer. */
const moodFor = (
  { speakers }: CallState,
  { channel, speakerId }: Pick<AgentSteering, 'channel' | 'speakerId'>,
): MoodKind | undefined => {
  const speaker = speakers.find((other) =>
    channel === undefined ? other.subject !== 'agent' : other.channel === channel,
  );
  if (speaker === undefined) return undefined;
  return (speaker.voices.find(({ id }) => id === speakerId) ?? newestVoice(speaker.voices))?.mood.kind;
};

const withEvent = (call: CallState, event: CallEvent, nowMs: number): CallState => {
  switch (event.kind) {
    case 'state':
      return withState({ ...call, isWatched: event.isWatched === true }, event.state, nowMs);
    case 'channels':
      return { ...call, speakers: withChannels(call.speakers, event.channels) };
    case 'ready':
      return withReady(call, event.ready);
    case 'directive':
      return withResult(call, event.directive, nowMs);
    case 'prosody':
      // A measurement made just before the sound was lost may arrive after the message that it was lost.
      return isLost(call.lost, event.prosody.channel)
        ? call
        : onKnownSpeaker(call, event.prosody.channel, (speaker) => withProsody(speaker, event.prosody));
    case 'speaking':
      return onKnownSpeaker(call, event.channel, (speaker) =>
        speaker.speaking === event.speaking ? speaker : { ...speaker, speaking: event.speaking },
      );
    case 'sound-lost':
      return withSoundLost(call, event);
    case 'sound-back':
      return { ...call, lost: withoutLost(call.lost, event.channel) };
    case 'lag':
      return withLag(call, event.lagMs, nowMs);
    case 'presence':
      return { ...call, observers: event.observers };
    case 'turn':
      return event.whole === undefined
        ? withTurnEvent(call, event.turn)
        : { ...call, turns: withWhole(call.turns, event.turn.turnId, event.whole, call.people) };
    case 'turn-revised':
      return { ...call, turns: withRevised(call.turns, event.revised, call.people) };
    case 'identity':
      return withWho(call, event.identity);
    case 'sound':
      return { ...call, sounds: withSound(call.sounds, event.event) };
    case 'steering':
      return {
        ...withSteered(call, event.steering, nowMs),
        cues: addSteering(call.cues, event.steering, nowMs),
      };
    case 'warning':
      // The agent's own part of the panel says this for as long as it holds.
      return event.warning.code === 'agent_analysis_off'
        ? call
        : { ...call, warnings: addWarning(call.warnings, event.warning, nowMs) };
    case 'snapshot':
      return withSnapshot(call, event.snapshot, nowMs);
    case 'cue-removed':
      return { ...call, cues: removeCue(call.cues, event.cueId) };
    case 'cue-snoozed':
      return { ...call, cues: snoozeCue(call.cues, event.cueId, nowMs) };
    case 'time-passed':
      return withTime(call, event.focusedCueId, nowMs);
  }
};

const CONNECTIONS: Readonly<Record<string, ConnectionName>> = {
  idle: 'idle',
  starting: 'connecting',
  connecting: 'connecting',
  live: 'live',
  reconnecting: 'reconnecting',
  paused: 'paused',
  ending: 'ending',
  ended: 'ended',
  failed: 'failed',
};

/** A state that this version does not know is shown as connecting, which promises nothing. */
const connectionName = (name: string): ConnectionName => CONNECTIONS[name] ?? 'connecting';

const withState = (call: CallState, state: SessionStateLike, nowMs: number): CallState => {
  const connection = connectionName(state.kind);
  const isHeld = connection === 'paused' || typeof state.pauseReason === 'string';
  const isUp = connection === 'live' && call.connection !== 'live';
  const answered = isUp ? { isAnswered: false, liveAtMs: nowMs } : {};
  const next = { ...call, ...answered, connection, code: state.error?.code ?? stopOf(state), isHeld };
  switch (connection) {
    case 'ended':
    case 'failed':
      // After the end of a call no problem can be fixed, and nobody receives an answer to a cue.
      return { ...next, cues: [], warnings: [] };
    case 'paused':
      return { ...next, warnings: withoutIdle(call.warnings) };
    case 'idle':
    case 'connecting':
    case 'live':
    case 'reconnecting':
    case 'ending':
      return next;
  }
};

/**
 * Why the relay ended the analysis, which is not the end of the call: one of its codes. Whoever else ends a session, the page, a
 * switchboard or a server, ends the call, and says why in words of its own.
 */
const stopOf = ({ kind, reason }: SessionStateLike): string | undefined =>
  kind === 'ended' && reason !== undefined && Object.hasOwn(ERROR_CODES, reason) ? reason : undefined;

/** What is sent is taken in time: the relay analyzes, also where nobody speaks and no result comes. */
const withLag = (call: CallState, unackedMs: number, nowMs: number): CallState => {
  const lagMs = Math.max(0, unackedMs - delayOf(call));
  const isLongLive = call.connection === 'live' && nowMs - call.liveAtMs > LATE_MS;
  return { ...call, lagMs, isAnswered: call.isAnswered || (isLongLive && lagMs <= LATE_MS) };
};

/** How long results take at best: the client tells the lag of the slowest channel. */
const delayOf = ({ speakers }: CallState): number =>
  speakers.some(({ sharedAs }) => sharedAs !== undefined) ? SHARED_DELAY_MS : 0;

const withSoundLost = (call: CallState, { channel, code }: LostSound): CallState => {
  const lost = withLost(call.lost, { channel, code });
  const speakers = call.speakers.map((speaker) =>
    isLost(lost, speaker.channel) ? withoutVoice(speaker) : speaker,
  );
  return { ...call, lost, speakers };
};

/** Adds a result. One that arrives after the sound was lost is about the past. */
const withResult = (call: CallState, directive: Directive, nowMs: number): CallState => {
  const warnings = withHeard(call.warnings, directive);
  return onSpeaker({ ...call, warnings, isAnswered: true }, directive.channel, (speaker) => {
    const next = withDirective(speaker, directive, nowMs - call.lagMs - delayOf(call));
    return isLost(call.lost, speaker.channel) ? withoutVoice(next) : next;
  });
};

const withTime = (call: CallState, focusedCueId: string | undefined, nowMs: number): CallState => {
  const cues = expireCues(holdCue(call.cues, focusedCueId, nowMs), nowMs);
  const warnings = expireWarnings(call.warnings, nowMs);
  return cues === call.cues && warnings === call.warnings ? call : { ...call, cues, warnings };
};

/** Replaces assumptions with what the relay says: who is on which channel, and whether agents are analyzed. */
const withReady = (
  call: CallState,
  ready: Pick<SessionReady, 'channels' | 'policy'> & { readonly model?: SessionReady['model'] },
): CallState => ({
  ...call,
  modelLabels: ready.model?.labels ?? call.modelLabels,
  speakers: withTold(call.speakers, ready),
});

const onKnownSpeaker = (call: CallState, channel: number, change: Change): CallState =>
  withSpeakers(call, changeKnown(call.speakers, channel, change));

const onSpeaker = (call: CallState, channel: number, change: Change): CallState =>
  withSpeakers(call, changeOrAdd(call.speakers, channel, change));

const withSpeakers = (call: CallState, speakers: Speakers): CallState =>
  speakers === call.speakers ? call : { ...call, speakers };

const withTurnEvent = (call: CallState, turn: TurnLike): CallState => {
  const speaker = call.speakers.find((other) => other.channel === turn.channel);
  const turns = withTurn(call.turns, turn, emotionIn(turn, speaker));
  // An update says nothing of this moment: it may come late.
  const isUpdate = turn.endMs === undefined && call.turns.some(({ turnId }) => turnId === turn.turnId);
  if (isUpdate) return { ...call, turns };
  return onSpeaker({ ...call, turns }, turn.channel, (known) => ({
    ...known,
    speaking: turn.endMs === undefined,
  }));
};

/** The emotion that the mood names in a turn; undefined where it names none, or has heard nothing of the turn yet. */
const emotionIn = (
  { speakerId, startMs }: TurnLike,
  speaker: SpeakerState | undefined,
): string | undefined => {
  const voice = speaker?.voices.find(({ id }) => id === speakerId) ?? newestVoice(speaker?.voices ?? []);
  const { label, sureMs = -Infinity } = voice?.mood ?? {};
  return sureMs > startMs ? label : undefined;
};

/** Records an identity. When a voice turns out to be the agent's, its emotions and readings are removed. */
const withWho = (call: CallState, identity: IdentityResolved): CallState => {
  const { speakerId, subject } = identity;
  const next = { ...call, people: withIdentity(call.people, identity) };
  if (subject !== 'agent') return next;
  return {
    ...next,
    turns: withoutEmotion(call.turns, speakerId),
    speakers: call.speakers.map((speaker) => withoutReadings(speaker, speakerId)),
  };
};

/**
 * Steers the mood of the voice that it is about. Older relays do not name a channel: then it is the customer's, unless only an
 * agent can have that mode.
 */
const withSteered = (call: CallState, steering: AgentSteering, nowMs: number): CallState => {
  const { channel, speakerId } = steering;
  if (personOf(call.people, speakerId)?.isAgent === true) return call;
  const customers = call.speakers.find(({ subject }) => subject !== 'agent');
  const about = channel ?? customers?.channel;
  if (about === undefined) return call;
  return onKnownSpeaker(call, about, (speaker) => withSteering(speaker, steering, nowMs));
};

const withSnapshot = (call: CallState, snapshot: Snapshot, nowMs: number): CallState => {
  const { channels, model, policy, turns } = snapshot;
  let next = call;
  if (policy !== undefined && channels.length > 0) {
    next = withReady(next, { channels, policy, ...(model === undefined ? {} : { model }) });
  }
  for (const identity of snapshot.identities) {
    next = withWho(next, identity);
  }
  for (const { emotion, ...turn } of turns) {
    next = { ...next, turns: withTurn(next.turns, turn, emotion === UNCERTAIN ? undefined : emotion) };
  }
  for (const directive of snapshot.directives) {
    // After a lost link, the history already has most of the last minute.
    const drawnMs = next.speakers.find(({ channel }) => channel === directive.channel)?.resultsMs ?? 0;
    if (directive.audioEndMs < drawnMs) continue;
    next = reduceCall(next, { kind: 'directive', directive }, nowMs);
  }
  // After the results: what was heard of a voice says how hot it is, and the mode alone would say the worst.
  for (const [channel, mode] of snapshot.modes.entries()) {
    const timestampMs = snapshot.directives.filter((each) => each.channel === channel).at(-1)?.audioEndMs;
    const steering = { mode, timestampMs: timestampMs ?? 0 };
    next = onKnownSpeaker(next, channel, (speaker) => withSteering(speaker, steering, nowMs));
  }
  for (const turn of snapshot.openTurns) {
    next = reduceCall(next, { kind: 'turn', turn }, nowMs);
  }
  const cue = snapshot.cue;
  // Takes the snapshot's cue only when the queue is empty and the session is not paused.
  const isNew = cue !== undefined && next.cues.length === 0 && !snapshot.paused;
  return isNew ? { ...next, cues: addSteering(next.cues, cue, nowMs) } : next;
};
