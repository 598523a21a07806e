import type { StreamMessage } from '../stream/live-stream.js';

const BAR_CELLS = 10;

/** Formats a message of a live stream as a line for people. Messages that only programs need give nothing. */
export const describeMessage = (message: StreamMessage): string | undefined => {
  switch (message.type) {
    case 'session.ready':
      return `session ${text(message, 'session_id')}`;
    case 'directive':
      return message['speech'] === false ? undefined : describeDirective(message);
    case 'tone_shift':
      return `${clock(number(message, 'onset_ms'))}  tone shift: ${text(message, 'direction')}`;
    case 'agent_steering':
      return `${clock(number(message, 'timestamp_ms'))}  ${text(message, 'mode')}: ${text(message, 'reason')}`;
    case 'warning':
    case 'error':
      return `${message.type} ${text(message, 'code')}: ${text(message, 'message')}`;
    case 'session_end':
      return `ended after ${(number(message, 'duration_s') ?? 0).toFixed(1)} s, at the end ${text(message, 'final_emotion') || 'silent'}`;
    default:
      return undefined;
  }
};

const describeDirective = (message: StreamMessage): string => {
  const confidence = number(message, 'confidence') ?? 0;
  const filled = Math.round(confidence * BAR_CELLS);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
  const dimensions = (['valence', 'arousal', 'dominance'] as const)
    .map((name) => `${name} ${signed(number(message, name))}`)
    .join('  ');
  return `${clock(number(message, 'audio_end_ms'))}  ${text(message, 'emotion').padEnd(10)} ${bar} ${confidence.toFixed(2)}  ${dimensions}`;
};

const clock = (ms = 0): string => {
  const seconds = Math.floor(ms / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
};

const signed = (value: number | undefined): string =>
  value === undefined ? '  –  ' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;

const text = (message: StreamMessage, field: string): string => {
  const value = message[field];
  return typeof value === 'string' ? value : '';
};

const number = (message: StreamMessage, field: string): number | undefined => {
  const value = message[field];
  return typeof value === 'number' ? value : undefined;
};
