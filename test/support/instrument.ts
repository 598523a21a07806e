/** Runs functions before a page's own scripts, for browsers whose driver cannot. They are a file of the page's origin. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Misconduct } from './chromium.js';

declare global {
  var conduct: Misconduct;
}

const name = 'instrument.js';

/** Name and text of a script that runs each function in order. The functions must be self-contained, as in in-page.ts. */
export const instrumentScript = (...work: (() => void)[]): [name: string, text: string] => [
  name,
  work.map((each) => `(${String(each)})();\n`).join(''),
];

/** The page with that script before everything else. */
export const instrumented = (html: string): string => {
  const result = html.replace('<head>', `<head><script src="/${name}"></script>`);
  if (result === html) throw new Error('a page without <head>');
  return result;
};

/** Runs the functions before anything else on every page of a folder. */
export const instrument = async (folder: string, ...work: (() => void)[]): Promise<void> => {
  const [script, text] = instrumentScript(...work);
  await writeFile(join(folder, script), text);
  const pages = (await readdir(folder)).filter((file) => file.endsWith('.html'));
  for (const page of pages) {
    const file = join(folder, page);
    await writeFile(file, instrumented(await readFile(file, 'utf8')));
  }
};

/**
 * Records what the page does that it must not do: `watchConduct` from within the page. It sees neither the console of
 * workers nor their requests.
 */
export const recordConduct = (): void => {
  const conduct: Misconduct = { consoleErrors: [], pageErrors: [], foreignRequests: [] };
  globalThis.conduct = conduct;
  const { error, assert } = console;
  console.error = (...items: unknown[]) => {
    conduct.consoleErrors.push(items.map(String).join(' '));
    error.apply(console, items);
  };
  console.assert = (condition?: boolean, ...items: string[]) => {
    if (condition !== true) conduct.consoleErrors.push(items.join(' '));
    assert.call(console, condition, ...items);
  };
  addEventListener('error', ({ message }) => conduct.pageErrors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => conduct.pageErrors.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // The browser requests the favicon by itself, and reports when the page's policy blocks that.
    if (!blockedURI.endsWith('/favicon.ico')) conduct.pageErrors.push(`${violatedDirective} ${blockedURI}`);
  });
  // A resource that fails to load fires its error event on its element, without bubbling.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof Element) conduct.pageErrors.push(`not loaded: ${target.outerHTML.slice(0, 200)}`);
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries())
      if (![location.origin, 'data:'].some((own) => name.startsWith(own))) conduct.foreignRequests.push(name);
  }).observe({ type: 'resource', buffered: true });
};
