/**
 * The decoding process: reads a file from stdin, decodes it, writes 16 kHz audio to descriptor 3, waits for the next file.
 * child-process.ts starts it. Do not import it.
 */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants, platform, setPriority } from 'node:os';
import { useSimd } from '@undertone/prosody/simd';
import {
  ChunkReader,
  decodeJson,
  encodeAudio,
  encodeFrame,
  encodeJson,
  type FrameKind,
} from './child-frames.js';
import { decodeFile, type DecodeRequest } from './decode-file.js';
import { MediaError, undecodable } from '../common/media-error.js';

const { rssLimitBytes } = decodeJson(Buffer.from(process.argv[2] ?? '{}')) as { rssLimitBytes: number };

/** Lowers the priority: live results are urgent, uploads are not. On Linux each thread has its own priority. */
const giveWay = (): void => {
  if (platform() !== 'linux') {
    setPriority(constants.priority.PRIORITY_LOW);
    return;
  }
  for (const thread of readdirSync('/proc/self/task'))
    setPriority(Number(thread), constants.priority.PRIORITY_LOW);
};

giveWay();
// Most of what decoding adds to a file's own codec is the conversion to 16 kHz.
useSimd();
const output = new Socket({ fd: 3, readable: false, writable: true });
// The relay has ended.
output.on('error', () => process.exit());
const input = new ChunkReader(process.stdin as AsyncIterable<Buffer>);
const send = async (kind: FrameKind, payload?: Uint8Array): Promise<void> => {
  if (!output.write(encodeFrame(kind, payload))) await once(output, 'drain');
};

const sendAudio = async (channels: Float32Array[]): Promise<void> => {
  // WebAssembly and buffers are outside the heap that --max-old-space-size limits.
  if (process.memoryUsage.rss() > rssLimitBytes) throw undecodable('decoding needs too much memory');
  if ((channels[0]?.length ?? 0) > 0) await send('audio', encodeAudio(channels));
};

const decodeNext = async (): Promise<boolean> => {
  const lengths = await input.read(8);
  if (lengths === undefined) return false;
  const view = Buffer.from(lengths);
  const request = await input.read(view.readUInt32LE(0));
  const file = await input.read(view.readUInt32LE(4));
  if (request === undefined || file === undefined) return false;
  try {
    const info = await decodeFile(file, decodeJson(request) as DecodeRequest, sendAudio);
    await send('done', encodeJson(info));
  } catch (error) {
    const { code, message } =
      error instanceof MediaError ? error : undecodable('the audio cannot be decoded');
    await send('failed', encodeJson({ code, message }));
  }
  return true;
};

await send('ready');
while (await decodeNext());
process.exit();
