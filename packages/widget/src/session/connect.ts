import type { SessionEvents } from '@undertone/client';
import type { CallEvent } from '../state/call-event.js';
import type { DeviceEventLike, ErrorEventLike, SessionEventsLike, SessionLike } from './session-like.js';

/** Session events that the panel does not show. */
type NotShown =
  'toneShift' | 'prediction' | 'alert' | 'usage' | 'gap' | 'corrected' | 'utterance' | 'ended' | 'message';

/** A new event of the client breaks this build until it is listed in {@link NotShown} or has a listener. */
type Listeners = {
  readonly [Type in Exclude<keyof SessionEvents, NotShown>]: (event: SessionEventsLike[Type]) => void;
};

const listen = <Type extends keyof Listeners>(
  session: SessionLike,
  listeners: Pick<Listeners, Type>,
  type: Type,
) => session.on(type, listeners[type]);

/** Passes on what a session reports as call events. Returns the function that stops it. */
export const connectSession = (session: SessionLike, emit: (event: CallEvent) => void): (() => void) => {
  if (session.channels !== undefined) {
    emit({ kind: 'channels', channels: session.channels });
  }
  if (session.ready !== undefined) {
    emit({ kind: 'ready', ready: session.ready });
  }
  const isWatched = session.readOnly === true;
  emit({ kind: 'state', state: session.state, isWatched });
  if (session.snapshot !== undefined) {
    emit({ kind: 'snapshot', snapshot: session.snapshot });
  }
  const listeners: Listeners = {
    state: ({ to }) => emit({ kind: 'state', state: to, isWatched }),
    ready: (ready) => emit({ kind: 'ready', ready }),
    directive: (directive) => emit({ kind: 'directive', directive }),
    prosody: (prosody) => emit({ kind: 'prosody', prosody }),
    vad: (vad) => {
      if (vad.kind !== 'source') {
        emit({ kind: 'speaking', channel: vad.channel, speaking: vad.kind === 'start' });
      }
    },
    turn: ({ phase, emotion, revised, ...turn }) => {
      // The end in an update is provisional. Only the phase `end` closes the turn.
      const told = phase === 'end' ? turn : { ...turn, endMs: undefined };
      emit({ kind: 'turn', turn: told, whole: revised === true ? emotion : undefined });
    },
    turnRevised: (revised) => emit({ kind: 'turn-revised', revised }),
    identity: (identity) => emit({ kind: 'identity', identity }),
    vocalEvent: (event) => emit({ kind: 'sound', event }),
    steering: (steering) => emit({ kind: 'steering', steering }),
    warning: (warning) => emit({ kind: 'warning', warning }),
    stats: ({ client }) => {
      if (client !== undefined) {
        emit({ kind: 'lag', lagMs: client.unackedMs });
      }
    },
    presence: ({ observers }) => emit({ kind: 'presence', observers }),
    snapshot: (snapshot) => emit({ kind: 'snapshot', snapshot }),
    error: (error) => emitError(error, emit),
    device: (device) => emitDevice(device, emit),
  };
  const types = Object.keys(listeners) as (keyof Listeners)[];
  const stops = types.map((type) => listen(session, listeners, type));
  return () => {
    for (const stop of stops) {
      stop();
    }
  };
};

/** With these errors, the whole page has no audio. */
const CONTEXT_CODES: readonly string[] = ['context_suspended', 'context_failed'];

/** Passes on errors about sound only. The state reports an error that ends the session; warnings report others. */
const emitError = ({ code, details }: ErrorEventLike, emit: (event: CallEvent) => void): void => {
  const channel = details?.['channel'];
  if (typeof channel === 'number') emit({ kind: 'sound-lost', channel, code });
  else if (CONTEXT_CODES.includes(code)) emit({ kind: 'sound-lost', channel: undefined, code });
};

const emitDevice = (device: DeviceEventLike, emit: (event: CallEvent) => void): void => {
  if (device.kind === 'context') {
    if (device.state === 'running') emit({ kind: 'sound-back', channel: undefined });
  } else if (device.kind === 'track') {
    const { channel, change } = device;
    if (change === 'ended') emit({ kind: 'sound-lost', channel, code: 'track_ended' });
    if (change === 'replaced') emit({ kind: 'sound-back', channel });
  }
};
