/** Twilio streams of the load generator: the messages of a call, encoded before the run, over a raw socket. */
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { clientFrame, FrameReader, opcodes } from '../support/websocket-frames.js';

/** µ-law, 8 kHz, 20 ms: how Twilio cuts a track. */
const CHUNK_MS = 20;
const CHUNK_SAMPLES = 160;
const STREAM_SID = 'MZ00000000000000000000000000000001';

const text = (message: object): Buffer => clientFrame(Buffer.from(JSON.stringify(message)), opcodes.text);

/** ITU-T G.711 §3: the µ-law code of a 16-bit sample. */
const muLaw = (sample: number): number => {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(32_635, Math.abs(sample)) + 132;
  const exponent = Math.max(0, 31 - Math.clz32(magnitude) - 7);
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
};

/**
 * Encodes the messages of a clip: every frame holds as many chunks as it has time for.
 * @param clip 16 kHz PCM16; every other sample is taken, because the load counts and not the sound
 */
export const encodeCalls = (clip: Buffer, frameMs: number, frames: number): Buffer[] => {
  const samples = Math.floor(clip.length / 4);
  const codes = Buffer.from(Array.from({ length: samples }, (_, at) => muLaw(clip.readInt16LE(at * 4))));
  const chunks = Math.ceil(frameMs / CHUNK_MS);
  return Array.from({ length: frames }, (_, frame) =>
    Buffer.concat(
      Array.from({ length: chunks }, (_, part) => {
        const chunk = frame * chunks + part;
        const from = (chunk * CHUNK_SAMPLES) % (codes.length - CHUNK_SAMPLES);
        const payload = codes.subarray(from, from + CHUNK_SAMPLES).toString('base64');
        const timestamp = String(chunk * CHUNK_MS);
        const media = { track: 'inbound', chunk: String(chunk + 1), timestamp, payload };
        return text({ event: 'media', sequenceNumber: String(chunk + 2), streamSid: STREAM_SID, media });
      }),
    ),
  );
};

const tokenOf = async (port: number, key: string): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/v1/stream/tokens`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`no stream token: HTTP ${response.status}`);
  return ((await response.json()) as { token: string }).token;
};

/** One Twilio stream. Nothing is sent to it, so that only its close says something. */
export class TelephonyStream {
  closed = false;
  closeCode: number | undefined;

  private constructor(
    private readonly socket: Socket,
    private readonly frames: readonly Buffer[],
    private readonly startFrame: number,
  ) {
    const reader = new FrameReader();
    socket.on('data', (bytes: Buffer) =>
      reader.read(bytes, (opcode, payload) => {
        if (opcode === opcodes.ping) socket.write(clientFrame(payload, opcodes.pong));
        if (opcode === opcodes.close) this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
      }),
    );
    socket.on('error', () => undefined);
    socket.on('close', () => (this.closed = true));
  }

  /**
   * Opens a stream with a token of its own, as a call whose TwiML names one.
   * @param startFrame the tick of its first frame: calls that began at one moment would all have their results due at one moment
   */
  static async open(
    port: number,
    key: string,
    frames: readonly Buffer[],
    startFrame: number,
  ): Promise<TelephonyStream> {
    const token = await tokenOf(port, key);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    socket.write(
      'GET /v1/telephony/twilio HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dW5kZXJ0b25lLWxvYWQtMQ==\r\n\r\n',
    );
    let head = '';
    while (!head.includes('\r\n\r\n'))
      head += ((await once(socket, 'data')) as [Buffer])[0].toString('latin1');
    if (!head.startsWith('HTTP/1.1 101')) throw new Error(`a telephony stream was refused: ${head}`);
    const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 };
    const ids = { accountSid: `AC${'0'.repeat(32)}`, callSid: `CA${'0'.repeat(32)}`, streamSid: STREAM_SID };
    const start = { ...ids, tracks: ['inbound'], mediaFormat, customParameters: { token } };
    socket.write(text({ event: 'connected', protocol: 'Call', version: '1.0.0' }));
    socket.write(text({ event: 'start', sequenceNumber: '1', streamSid: STREAM_SID, start }));
    return new TelephonyStream(socket, frames, startFrame);
  }

  /** Sends the frame that is due at a tick of the run. */
  send(tick: number): void {
    const frame = this.frames[tick - this.startFrame];
    if (frame !== undefined && !this.closed) this.socket.write(frame);
  }

  stop(): void {
    if (!this.closed) this.socket.write(text({ event: 'stop', streamSid: STREAM_SID }));
  }
}
