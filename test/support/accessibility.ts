/** What axe-core says about a page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);

/** What axe-core finds, by rule, with the elements it finds it at. */
export const accessibilityProblemsOf = async (page: Page): Promise<string[]> => {
  const source = await readFile(require.resolve('axe-core'), 'utf8');
  // As a string: the page's policy lets no script tag in, and the debugger's evaluation is not the page's.
  return page.evaluate(`(async () => {
    ${source};
    const { violations } = await window.axe.run(document);
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '));
  })()`);
};
