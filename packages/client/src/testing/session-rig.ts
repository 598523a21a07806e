import { expect, vi } from 'vitest';
import type { PageEnvironment } from '../capture/page-environment.js';
import { createSession } from '../session/create-session.js';
import type { SessionOptions } from '../session/session-options.js';
import type { UndertoneSession } from '../session/session.js';
import { FakePage } from './fake-page.js';
import { sessionReady } from './scripted-relay.js';

/** One render quantum of sound. */
export const QUANTUM = new Float32Array(128).map((_, index) => 0.3 * Math.sin(index / 10));

/** The value of {@link FakePage.opened} when everything is released. */
export const NOTHING_OPEN = {
  contexts: 0,
  workers: 0,
  elements: 0,
  devices: 0,
  gestures: 0,
  sources: 0,
} as const;

/** Makes sessions in its own page. Each test makes its own rig, after `FakeProcessors.load()`. */
export class SessionRig {
  readonly page = new FakePage();

  make(options: Partial<SessionOptions> = {}, overrides: Partial<PageEnvironment> = {}): UndertoneSession {
    return createSession(
      {
        getToken: () => Promise.resolve('token'),
        sources: [{ track: 'microphone', subject: 'customer' }],
        assets: '/undertone/',
        ...options,
      },
      this.page.environment(overrides),
    );
  }

  /** Waits for a socket and makes the relay accept it. */
  async accept(nextSample = [0, 0]): Promise<void> {
    const { relay } = this.page;
    await vi.waitFor(() => expect(relay.sockets.length).toBeGreaterThan(0), { interval: 1 });
    relay.last.accept();
    relay.last.send(sessionReady(nextSample), 0);
  }

  async live(options: Partial<SessionOptions> = {}): Promise<UndertoneSession> {
    const session = this.make(options);
    const started = session.start();
    await this.accept();
    await started;
    return session;
  }

  /** Plays sound on every channel for `ms` milliseconds. */
  speak(ms: number, channels = 1): void {
    const inputs = Array.from({ length: channels }, () => [QUANTUM]);
    for (let quantum = 0; quantum < (ms * 48) / 128; quantum++) this.page.processor.process(inputs);
  }
}

/** Repeats a check until it passes. Use it for messages that cross real message ports. */
export const arrives = async (check: () => void | Promise<void>): Promise<void> => {
  await vi.waitFor(check, { interval: 1, timeout: 5_000 });
};

/** Where the model and its runtime would be. */
export const VAD_ASSETS = {
  model: 'https://page.example/vad.onnx',
  runtime: 'https://page.example/vad.wasm',
};
