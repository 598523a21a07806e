import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { build } from 'vite';

const ORIGIN = 'http://widget.test';
const HERE = fileURLToPath(new URL('.', import.meta.url));
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The strictest policy a customer's page may have: no inline style, no inline script, Trusted Types enforced. */
export const STRICT_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

/** Bundles the elements with the test entry. Returns the code by file name. */
export const bundleForTest = async (): Promise<ReadonlyMap<string, string>> => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: HERE,
    resolve: { conditions: ['undertone-source', 'browser', 'import', 'module', 'default'] },
    build: {
      write: false,
      minify: false,
      lib: { entry: `${HERE}browser-entry.ts`, formats: ['es'], fileName: 'widget' },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((entry) =>
    'output' in entry ? entry.output : [],
  );
  return new Map(outputs.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])));
};

/** Starts the system's Chromium (CHROMIUM_PATH or a usual path), else the one that Playwright installed. */
export const launchBrowser = (): Promise<Browser> => {
  const system = process.env['CHROMIUM_PATH'] ?? CHROMIUM.find((path) => existsSync(path));
  return chromium.launch({
    ...(system === undefined ? {} : { executablePath: system }),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
};

/** A page that loads the elements under {@link STRICT_CSP}, and the problems found in it. */
export interface WidgetPage {
  readonly page: Page;
  /** Console errors, exceptions and policy violations, in order. */
  readonly problems: readonly string[];
  /** Violations of accessibility rules, one line each. */
  accessibility(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Opens a page with `markup`, served from memory. */
export const openWidgetPage = async (
  browser: Browser,
  files: ReadonlyMap<string, string>,
  markup: string,
  options: BrowserContextOptions & { lang?: string; dir?: string } = {},
): Promise<WidgetPage> => {
  const context = await browser.newContext({ viewport: { width: 380, height: 900 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.route(`${ORIGIN}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const code = name === 'axe.js' ? await readFile(AXE, 'utf8') : files.get(name);
    if (name === '') {
      await route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': STRICT_CSP },
        body: widgetHtml(markup, options.lang, options.dir),
      });
    } else if (code === undefined) {
      await route.fulfill({ status: name === 'favicon.ico' ? 204 : 404 });
    } else {
      await route.fulfill({ contentType: 'text/javascript', body: code });
    }
  });
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => 'widgetTest' in window);
  return {
    page,
    problems,
    accessibility: () => accessibility(page),
    close: () => context.close(),
  };
};

/** The page's document: the bundle of {@link bundleForTest} as `/widget.js`, and `markup`. */
export const widgetHtml = (markup: string, lang = 'en', dir = 'ltr'): string =>
  `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><title>Widget</title>
<script type="module" src="/widget.js"></script></head><body><main><h1>Call</h1>${markup}</main></body></html>`;

const accessibility = async (page: Page): Promise<readonly string[]> => {
  // Loads axe as a module from the page's own origin: the policy forbids injected scripts.
  await page.evaluate(`import('${ORIGIN}/axe.js')`);
  return page.evaluate(async () => {
    const axe = (window as unknown as { axe: AxeLike }).axe;
    const result = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return result.violations.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.target.flat().join(' ')} ${node.failureSummary ?? ''}`),
    );
  });
};

interface AxeLike {
  run(
    root: Document,
    options: { runOnly: string[] },
  ): Promise<{
    violations: { id: string; nodes: { target: (string | string[])[]; failureSummary?: string }[] }[];
  }>;
}
