/**
 * WebKitGTK's small browser on a screen of its own, driven over plain WebDriver: Safari's engine as far as Linux has it.
 * Its microphone is WebKit's own mock device, and its speaker a silent sink.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { WebDriverSession } from './webdriver.js';

export interface WebKitOptions {
  /** The value of `prefers-color-scheme`. */
  colorScheme?: 'light' | 'dark';
  /** `ask` keeps audio suspended until a user gesture, as Safari does at first on every site. */
  autoplay?: 'allow' | 'ask';
}

const startDeadlineMs = 60_000;

/** A screen and a driver, for one browser at a time. */
export class WebKit {
  private constructor(
    private readonly screen: ChildProcess,
    private readonly driver: ChildProcess,
    private readonly url: string,
    /** Home of the browser, where its downloads go. */
    readonly folder: string,
  ) {}

  /** Starts both. @throws when one of them is missing or does not start */
  static async launch(): Promise<WebKit> {
    const folder = await mkdtemp(join(tmpdir(), 'undertone-webkit-'));
    const screen = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const display = await firstLine(screen, screen.stdio[3] as Readable, 'Xvfb');
    const port = await freePort();
    const driver = start(process.env['WEBKIT_DRIVER_PATH'] ?? 'WebKitWebDriver', [`--port=${port}`], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: {
        ...process.env,
        DISPLAY: `:${display}`,
        GDK_BACKEND: 'x11',
        // GStreamer's sink that discards audio in real time. Without a sink no audio context runs.
        GST_PLUGIN_FEATURE_RANK: 'fakeaudiosink:MAX',
        HOME: folder,
        XDG_CACHE_HOME: folder,
        XDG_CONFIG_HOME: folder,
        XDG_DATA_HOME: folder,
      },
    });
    const url = `http://127.0.0.1:${port}`;
    await answers(driver, url);
    return new WebKit(screen, driver, url, folder);
  }

  /** Opens a browser with an empty page. */
  open({ colorScheme = 'light', autoplay = 'allow' }: WebKitOptions = {}): Promise<WebDriverSession> {
    const args = [
      '--automation',
      `--autoplay-policy=${autoplay === 'allow' ? 'allow' : 'deny'}`,
      '--enable-media-stream=true',
      '--enable-mock-capture-devices=true',
      ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
    ];
    return WebDriverSession.start(this.url, { 'webkitgtk:browserOptions': { args } });
  }

  async close(): Promise<void> {
    for (const child of [this.driver, this.screen]) await end(child);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts the child in this process's own group, so that ending the test run also ends the child. */
const start = (
  command: string,
  args: string[],
  options: { stdio: StdioOptions; env?: NodeJS.ProcessEnv },
): ChildProcess => {
  const child = spawn(command, args, options);
  child.on('error', (error) => {
    throw new Error(`${command}: run \`npm run test:webkit\`, which says what is missing`, { cause: error });
  });
  return child;
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
};

const firstLine = async (child: ChildProcess, stream: Readable, name: string): Promise<string> => {
  let text = '';
  for await (const piece of stream.setEncoding('utf8')) {
    text += piece as string;
    if (text.includes('\n')) return text.trim();
  }
  throw new Error(`${name} ended with ${child.exitCode ?? 'nothing'}`);
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Resolves once the driver accepts requests. */
const answers = async (driver: ChildProcess, url: string): Promise<void> => {
  const until = performance.now() + startDeadlineMs;
  for (;;) {
    try {
      const { ok } = await fetch(`${url}/status`);
      if (ok) return;
    } catch (error) {
      if (driver.exitCode !== null) throw new Error('WebKitWebDriver ended at once', { cause: error });
      if (performance.now() > until) throw error;
    }
    await pause(50); // HTTP offers only polling
  }
};
