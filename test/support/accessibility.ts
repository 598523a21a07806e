/** Checks a page with axe-core. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);

/** Lists the violations that axe-core finds, by rule, with their elements. */
export const accessibilityProblemsOf = async (page: Page): Promise<string[]> => {
  const source = await readFile(require.resolve('axe-core'), 'utf8');
  // Evaluate it as a string: the page's policy blocks script tags, but not the debugger's evaluation.
  return page.evaluate(`(async () => {
    ${source};
    const { violations } = await window.axe.run(document);
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '));
  })()`);
};
