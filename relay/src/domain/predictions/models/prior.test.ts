import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PRIOR, PRIOR_BASE, TARGETS } from './prior.js';

it('lists the same prior in the table of the README as in the code', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = Object.entries({ ordinary: PRIOR_BASE, ...PRIOR }).map(
    ([name, row]) => `| \`${name}\` | ${TARGETS.map((target) => String(row[target])).join(' | ')} |`,
  );
  for (const row of rows) expect(readme).toContain(row);
});
