import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import type { LiveStream, StreamMessage } from '../stream/live-stream.js';
import { VERTICALS } from '../analysis/analysis.js';
import { oneOf } from './choice.js';
import { CliError } from './cli-error.js';
import { connect, readConnection } from './connection.js';
import { forward, readTarget } from './forward.js';
import { describeMessage } from './live-line.js';
import { record } from './recorder.js';

export const LISTEN_HELP = `Emotion and prosody, live; or webhook events, on this machine.

Usage: undertone listen [options]                        from the microphone
       sox call.wav -t raw -r 16000 -c 1 -b 16 -e signed - | undertone listen --rate 16000
       undertone listen --forward-to localhost:3000/webhooks   what webhooks would get

PCM on standard input is 16-bit, little-endian, mono. Ctrl-C ends the session and prints its summary.

Options
  --rate HZ         sample rate, 8000 to 48000 [16000]
  --vertical NAME   ${VERTICALS.join(', ')}
  --json            one message a line, as the relay sent it

Options with --forward-to
  --forward-to ADDR where each event is posted, signed as webhooks are: a port, host:port/path or a URL
  --events LIST     only these events, separated by commas [all]

It prints the secret to verify with (it stays the same for a key), then a line for each event and what
was answered, and connects again when the connection is lost. The key needs the scope webhooks.
`;

const BYTES_PER_SAMPLE = 2;
const FRAME_MS = 40;
/** A file can be read faster than speech. Audio further ahead of the clock than this waits. */
const LEAD_MS = 200;

/** `undertone listen`. @returns the exit code */
export const listen = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rate: { type: 'string', default: '16000' },
      vertical: { type: 'string' },
      json: { type: 'boolean', default: false },
      'forward-to': { type: 'string' },
      events: { type: 'string' },
    },
  });
  if (values['forward-to'] !== undefined) return forwardTo(values['forward-to'], values.events);
  if (values.events !== undefined) throw new CliError('--events goes with --forward-to');
  const rate = Number(values.rate);
  if (!Number.isInteger(rate) || rate < 8_000 || rate > 48_000)
    throw new CliError('--rate must be a whole number from 8000 to 48000');
  const undertone = connect();
  const recording = process.stdin.isTTY ? record(rate) : undefined;
  const stream = await undertone.stream({
    sample_rate: rate,
    ...(values.vertical !== undefined && { vertical: oneOf('--vertical', values.vertical, VERTICALS) }),
    open: (url, protocols) => new WebSocket(url, protocols),
  });
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  if (recording !== undefined) process.stderr.write('listening; Ctrl-C ends\n');
  const sending = sendAll(stream, recording?.stdout ?? process.stdin, rate, stop.signal);
  try {
    for await (const message of stream) print(message, values.json);
    await sending;
  } finally {
    recording?.kill();
  }
  if (recording?.exitCode) throw new CliError(`the recorder failed: ${await textOf(recording.stderr)}`);
  return 0;
};

const forwardTo = async (address: string, events: string | undefined): Promise<number> => {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  await forward({
    connection: readConnection(),
    target: readTarget(address),
    events,
    stop: stop.signal,
    say: (line) => void process.stdout.write(`${line}\n`),
    tell: (line) => void process.stderr.write(`${line}\n`),
  });
  return 0;
};

/** Sends whole frames at the pace of speech, then reports the end of the audio. */
const sendAll = async (
  stream: LiveStream,
  input: Readable,
  rate: number,
  stop: AbortSignal,
): Promise<void> => {
  const frameBytes = Math.round((rate * FRAME_MS) / 1_000) * BYTES_PER_SAMPLE;
  const startedMs = performance.now();
  let sentBytes = 0;
  let rest = Buffer.alloc(0);
  const send = async (frame: Buffer): Promise<void> => {
    stream.send(frame);
    sentBytes += frame.length;
    const audioMs = (sentBytes / BYTES_PER_SAMPLE / rate) * 1_000;
    const aheadMs = audioMs - (performance.now() - startedMs) - LEAD_MS;
    if (aheadMs > 0) await pause(aheadMs);
  };
  stop.addEventListener('abort', () => input.destroy());
  try {
    for await (const chunk of input) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      for (; rest.length >= frameBytes; rest = rest.subarray(frameBytes)) {
        if (stop.aborted) break;
        await send(rest.subarray(0, frameBytes));
      }
    }
    const last = rest.subarray(0, rest.length - (rest.length % BYTES_PER_SAMPLE));
    if (last.length > 0) await send(last);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  stream.end();
};

const print = (message: StreamMessage, json: boolean): void => {
  const line = json ? JSON.stringify(message) : describeMessage(message);
  if (line !== undefined) process.stdout.write(`${line}\n`);
};

const textOf = async (stream: Readable): Promise<string> => {
  if (!stream.readableEnded) await once(stream, 'end');
  return String(stream.read() ?? '').trim();
};
