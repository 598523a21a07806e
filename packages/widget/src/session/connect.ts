import type { CallEvent } from '../state/call-state.js';
import type { DeviceEventLike, ErrorEventLike, SessionLike } from './session-like.js';

/** Passes everything a session reports on as call events. Returns the function that stops it. */
export const connectSession = (session: SessionLike, emit: (event: CallEvent) => void): (() => void) => {
  if (session.channels !== undefined) {
    emit({ kind: 'channels', channels: session.channels });
  }
  if (session.ready !== undefined) {
    emit({ kind: 'ready', ready: session.ready });
  }
  emit({ kind: 'state', state: session.state });
  if (session.snapshot !== undefined) {
    emit({ kind: 'snapshot', snapshot: session.snapshot });
  }
  const stops = [
    session.on('state', ({ to }) => emit({ kind: 'state', state: to })),
    session.on('ready', (ready) => emit({ kind: 'ready', ready })),
    session.on('directive', (directive) => emit({ kind: 'directive', directive })),
    session.on('prosody', (prosody) => emit({ kind: 'prosody', prosody })),
    session.on('vad', (vad) => {
      if (vad.kind !== 'source') {
        emit({ kind: 'speaking', channel: vad.channel, speaking: vad.kind === 'start' });
      }
    }),
    session.on('turn', ({ phase, ...turn }) => {
      // An update's end is where the turn is so far; only the end itself closes it.
      emit({ kind: 'turn', turn: phase === 'end' ? turn : { ...turn, endMs: undefined } });
    }),
    session.on('identity', (identity) => emit({ kind: 'identity', identity })),
    session.on('vocalEvent', (event) => emit({ kind: 'sound', event })),
    session.on('steering', (steering) => emit({ kind: 'steering', steering })),
    session.on('warning', (warning) => emit({ kind: 'warning', warning })),
    session.on('stats', ({ client }) => {
      if (client !== undefined) {
        emit({ kind: 'lag', lagMs: client.unackedMs });
      }
    }),
    session.on('presence', ({ observers }) => emit({ kind: 'presence', observers })),
    session.on('snapshot', (snapshot) => emit({ kind: 'snapshot', snapshot })),
    session.on('error', (error) => emitError(error, emit)),
    session.on('device', (device) => emitDevice(device, emit)),
  ];
  return () => {
    for (const stop of stops) {
      stop();
    }
  };
};

/** Without these the page's audio as a whole is gone. */
const CONTEXT_CODES: readonly string[] = ['context_suspended', 'context_failed'];

/** An error that is not about sound is told by the state, where it ends something, or by a warning. */
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
