/**
 * The dozen requests of WebDriver (https://www.w3.org/TR/webdriver2/) that the tests need. The newest WebDriver libraries
 * do not run on Node 20, and an older one is not worth a dependency for JSON over HTTP.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** A function to run in a page. It must be self-contained, since only its text reaches the page. */
export type PageFunction<A extends unknown[], R> = (...args: A) => R | Promise<R>;

/** The keys without a character, as named in section 17.4.2. */
const keyCodes = { Tab: '\uE004', Enter: '\uE007', Shift: '\uE008', Escape: '\uE00C' } as const;

/** The key of an element reference in JSON (section 12.1). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const pollMs = 100;

interface Answer {
  value: unknown;
}

/** One session of a driver: one browser, one window. */
export class WebDriverSession {
  private constructor(
    private readonly driver: string,
    private readonly path: string,
  ) {}

  /**
   * Starts a browser.
   *
   * @param driver the driver's address
   * @param capabilities what the browser must have
   */
  static async start(driver: string, capabilities: object): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = (await send(driver, 'POST', '/session', body)) as { sessionId: string };
    const session = new WebDriverSession(driver, `/session/${sessionId}`);
    await session.post('/timeouts', { script: 280_000, pageLoad: 90_000 });
    return session;
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await send(this.driver, 'DELETE', this.path);
  }

  async goto(url: string): Promise<void> {
    await this.post('/url', { url });
  }

  /** Makes the window this wide, or as narrow as the browser goes. */
  async resize(width: number): Promise<void> {
    await this.post('/window/rect', { x: 0, y: 0, width, height: 900 });
  }

  /** Runs a function in the page and waits for its promise. Undefined comes back as null. */
  async evaluate<A extends unknown[], R>(work: PageFunction<A, R>, ...args: A): Promise<R> {
    return (await this.run(work, args)) as R;
  }

  /** Loads a module of the page's origin, also under a policy that forbids inline scripts. */
  async importScript(url: string): Promise<void> {
    // As text: the test runner would replace an import that it sees with its own loader.
    await this.run(`(url) => import(url).then(() => undefined)`, [url]);
  }

  /** Waits until a function in the page returns true. @throws after `withinMs` */
  async waitFor<A extends unknown[]>(
    work: PageFunction<A, boolean>,
    args: A,
    what: string,
    withinMs = 60_000,
  ): Promise<void> {
    const until = performance.now() + withinMs;
    while (!(await this.evaluate(work, ...args))) {
      if (performance.now() > until) throw new Error(`not within ${withinMs} ms: ${what}`);
      await pause(pollMs); // WebDriver offers only polling
    }
  }

  /** Clicks, like a user, on the element that a function in the page finds. */
  async click<A extends unknown[]>(
    find: PageFunction<A, Element | null | undefined>,
    ...args: A
  ): Promise<void> {
    const found = (await this.run(find, args)) as Record<string, string> | null;
    const id = found?.[elementKey];
    if (id === undefined) throw new Error(`nothing to click on: ${String(find)} ${args.join(', ')}`);
    await this.post(`/element/${id}/click`, {});
  }

  /** Types a text into the field that a function in the page finds, or gives it the file at that path. */
  async type(find: PageFunction<[], Element | null>, text: string): Promise<void> {
    const found = (await this.run(find, [])) as Record<string, string> | null;
    const id = found?.[elementKey];
    if (id === undefined) throw new Error(`nothing to type into: ${String(find)}`);
    await this.post(`/element/${id}/value`, { text });
  }

  /** Holds down all keys but the last, presses the last, and releases them all. */
  async press(...keys: (keyof typeof keyCodes)[]): Promise<void> {
    const held = keys.slice(0, -1);
    const last = keys.slice(-1);
    const stroke = [
      ...[...held, ...last].map((key) => ({ type: 'keyDown', value: keyCodes[key] })),
      ...[...last, ...held.reverse()].map((key) => ({ type: 'keyUp', value: keyCodes[key] })),
    ];
    await this.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions: stroke }] });
  }

  /** The page as a PNG file. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from((await send(this.driver, 'GET', `${this.path}/screenshot`)) as string, 'base64');
  }

  private async run(work: PageFunction<never, unknown> | string, args: unknown[]): Promise<unknown> {
    const script = `
      const args = [...arguments];
      const done = args.pop();
      Promise.resolve()
        .then(() => (${String(work)})(...args))
        .then((value) => done({ value }), (error) => done({ failed: String(error) + '\\n' + String(error?.stack) }));`;
    const result = (await this.post('/execute/async', { script, args })) as {
      value?: unknown;
      failed?: string;
    };
    if (typeof result.failed === 'string') throw new Error(`in the page: ${result.failed}`);
    return result.value;
  }

  private post(path: string, body: object): Promise<unknown> {
    return send(this.driver, 'POST', `${this.path}${path}`, body);
  }
}

const send = async (driver: string, method: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${driver}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as Answer;
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${path}: ${error}: ${message}`);
};
