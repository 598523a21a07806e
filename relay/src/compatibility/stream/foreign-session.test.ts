import { describe, expect, it } from 'vitest';
import type { OpenSocket, SocketListener } from '../../socket/open-socket.js';
import type { StreamSocket } from '../../stream/socket.js';
import { readConfig } from './foreign-config.js';
import { ForeignSession } from './foreign-session.js';

type Json = Record<string, unknown>;

/** A client's socket, and a relay that only notes what it hears. */
class Rig {
  now = 0;
  readonly sent: Json[] = [];
  readonly heard: (Json | Uint8Array)[] = [];
  readonly logged: object[] = [];
  closedWith: number | undefined;
  /** What the relay throws at whatever it hears next. */
  mistake: Error | undefined;
  relay: StreamSocket | undefined;
  readonly session: ForeignSession;
  private readonly timers: { dueMs: number; run: () => void }[] = [];

  constructor(config: Json = {}) {
    const socket: OpenSocket = {
      remoteAddress: '127.0.0.1',
      send: (data) => {
        this.sent.push(JSON.parse(String(data)) as Json);
        return 'sent';
      },
      bufferedBytes: () => 0,
      ping: () => undefined,
      cork: (run) => run(),
      close: (code) => (this.closedWith = code),
    };
    const schedule = (run: () => void, ms: number): (() => void) => {
      const timer = { dueMs: this.now + ms, run };
      this.timers.push(timer);
      return () => void this.timers.splice(this.timers.indexOf(timer), 1);
    };
    this.session = new ForeignSession(socket, readConfig({ type: 'config', ...config }), {
      nowMs: () => this.now,
      schedule,
      log: { error: (fields) => void this.logged.push(fields) },
      origin: undefined,
      warnings: [{ code: 'key_in_message', message: 'better' }],
    });
    this.session.begin((socket) => this.accept(socket));
  }

  private accept(socket: StreamSocket): SocketListener {
    this.relay = socket;
    return {
      message: (data, isBinary) => {
        if (this.mistake !== undefined) throw this.mistake;
        this.heard.push(isBinary ? new Uint8Array(data) : (JSON.parse(Buffer.from(data).toString()) as Json));
      },
      drain: () => undefined,
      pong: () => undefined,
      closed: () => undefined,
    };
  }

  /** The relay says something. */
  says(message: Json): void {
    this.relay?.send(JSON.stringify(message));
  }

  bytes(count: number): void {
    this.session.message(new Uint8Array(count).buffer, true);
  }

  text(message: Json): void {
    this.session.message(new TextEncoder().encode(JSON.stringify(message)).buffer, false);
  }

  pass(ms: number): void {
    this.now += ms;
    for (const timer of this.timers.splice(0)) {
      if (timer.dueMs <= this.now) timer.run();
      else this.timers.push(timer);
    }
  }

  types(): unknown[] {
    return this.sent.map(({ type }) => type);
  }
}

describe('a session of a hosted service’s client', () => {
  it('greets as our own clients do', () => {
    const rig = new Rig({ session_id: 's1', encoding: 'mulaw', sample_rate: 8_000, chunk_seconds: 0.25 });
    expect(rig.heard).toEqual([
      {
        type: 'session.hello',
        session_id: 's1',
        encoding: 'mulaw',
        sample_rate: 8_000,
        outputs: { interval_ms: 250 },
      },
    ]);
    rig.says({ type: 'session.ready', session_id: 's1', generation: 1 });
    expect(rig.sent).toMatchObject([
      { type: 'config_ack', session_id: 's1', audio_config: { sample_rate: 8_000, encoding: 'mulaw' } },
      { type: 'warning', session_id: 's1', code: 'key_in_message' },
    ]);
  });

  it('passes samples on whole and in small pieces, however they are cut', () => {
    const rig = new Rig();
    rig.bytes(1);
    rig.bytes(64_000);
    rig.bytes(1);
    const pieces = rig.heard.filter((piece): piece is Uint8Array => piece instanceof Uint8Array);
    expect(pieces.map(({ length }) => length)).toEqual([32_768, 31_232, 2]);
  });

  it('tells of audio no sooner than a call would have got there, less a second, in order', () => {
    const rig = new Rig();
    for (let n = 0; n < 3; n += 1) rig.bytes(32_000);
    expect(rig.types()).toEqual(['frame_ack']);
    rig.says({ type: 'directive', audio_end_ms: 2_000, latency: {} });
    rig.says({ type: 'turn.start' });
    rig.pass(999);
    expect(rig.types()).toEqual(['frame_ack']);
    rig.pass(1);
    expect(rig.types()).toEqual(['frame_ack', 'frame_ack']);
    rig.pass(1_000);
    expect(rig.types()).toEqual(['frame_ack', 'frame_ack', 'frame_ack', 'directive', 'turn.start']);
    expect(rig.sent.map(({ frames }) => frames).slice(0, 3)).toEqual([1, 2, 3]);
  });

  it('holds nothing back from a client that sends as it hears', () => {
    const rig = new Rig();
    for (let n = 1; n <= 5; n += 1) {
      rig.pass(1_000);
      rig.bytes(32_000);
      rig.says({ type: 'directive', audio_end_ms: n * 1_000, latency: {} });
      expect(rig.sent.length).toBe(2 * n);
    }
  });

  it('closes after what it still had to say, and says nothing to a client that left', () => {
    const rig = new Rig();
    for (let n = 0; n < 2; n += 1) rig.bytes(32_000);
    rig.says({ type: 'session_end', duration_s: 2, transcript: { turns: [] } });
    rig.relay?.close(1000, 'normal');
    expect(rig.closedWith).toBeUndefined();
    rig.pass(1_000);
    expect(rig.types().at(-1)).toBe('session_end');
    expect(rig.closedWith).toBe(1000);
    const gone = new Rig();
    for (let n = 0; n < 2; n += 1) gone.bytes(32_000);
    gone.session.closed(1006);
    gone.pass(10_000);
    expect(gone.types()).toEqual(['frame_ack']);
  });

  it('counts arousal and dominance from 0 to 1, and says where there is no reading', () => {
    const rig = new Rig();
    const latency = { total_ms: 9, inference_ms: 4 };
    rig.says({
      type: 'directive',
      audio_end_ms: 0,
      emotion: 'angry',
      valence: -0.5,
      arousal: 0,
      dominance: 1,
      latency,
    });
    rig.says({ type: 'directive', audio_end_ms: 0, emotion: 'uncertain', latency });
    expect(rig.sent).toMatchObject([
      { valence: -0.5, arousal: 0.5, dominance: 1, affect_available: true, prosody: { arousal: 0.5 } },
      { valence: null, arousal: null, affect_available: false, frames_processed: 2 },
    ]);
  });

  it('reads base64 frames, and leaves our own audio frames to the relay', () => {
    const rig = new Rig();
    rig.text({ type: 'audio', data: Buffer.from([1, 2, 3, 4]).toString('base64') });
    rig.text({ type: 'audio', channel: 0, first_sample: 0, sample_count: 1, payload: 'AAA=' });
    rig.text({ type: 'audio', data: 'A' });
    rig.text({ type: 'audio' });
    expect(rig.heard.slice(1)).toMatchObject([new Uint8Array([1, 2, 3, 4]), { type: 'audio', channel: 0 }]);
    expect(rig.types()).toEqual(['frame_ack', 'error', 'error']);
  });

  it('ends a stream that is no Ogg with 4422', async () => {
    const rig = new Rig({ encoding: 'opus' });
    rig.bytes(100);
    await expect.poll(() => rig.closedWith).toBe(4422);
    expect(rig.sent.at(-1)).toMatchObject({ type: 'error', code: 'undecodable_audio', fatal: true });
    expect(rig.logged).toEqual([]);
  });

  it('logs a mistake of the relay with the session, and tells the client no more than that', async () => {
    const rig = new Rig({ encoding: 'opus' });
    rig.says({ type: 'session.ready', session_id: 's1', generation: 1 });
    rig.mistake = new Error('a bug');
    rig.text({ type: 'end' });
    await expect.poll(() => rig.closedWith).toBe(4500);
    expect(rig.sent.at(-1)).toMatchObject({ code: 'internal_error', message: 'the relay made a mistake' });
    expect(rig.logged).toEqual([{ session: 's1', error: 'Error: a bug' }]);
  });

  it('does not keep more Opus than a live stream has', () => {
    const rig = new Rig({ encoding: 'opus' });
    for (let n = 0; n < 9; n += 1) rig.bytes(64 * 1024);
    expect(rig.closedWith).toBe(4429);
  });
});

describe('a config', () => {
  it.each([
    [{ encoding: 'g729' }, 'unsupported_audio_format'],
    [{ encoding: '__proto__' }, 'unsupported_audio_format'],
    [{ encoding: 'opus', container: 'webm' }, 'unsupported_audio_format'],
    [{ encoding: 5 }, 'validation_error'],
    [{ sample_rate: 7_999 }, 'validation_error'],
    [{ sample_rate: 16_000.5 }, 'validation_error'],
    [{ chunk_seconds: 0 }, 'validation_error'],
    [{ chunk_seconds: Number.NaN }, 'validation_error'],
    [{ session_id: {} }, 'validation_error'],
    [{ channels: 2 }, 'validation_error'],
    [{ sampleRate: 8_000 }, 'validation_error'],
    [{ audio_format: 'mulaw' }, 'validation_error'],
    [{ bit_depth: 24 }, 'validation_error'],
  ])('%j is refused with %s', (config, code) => {
    expect(() => readConfig(config)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('takes null for absent, and lists what it does not understand', () => {
    const config = {
      type: 'config',
      sample_rate: null,
      vertical: null,
      channels: 1,
      analysis_mode: 'full',
      max_speakers: 2,
      output_format: 'json',
    };
    expect(readConfig(config)).toMatchObject({
      hello: { sample_rate: 16_000 },
      ignored: ['analysis_mode', 'max_speakers', 'output_format'],
    });
  });
});
