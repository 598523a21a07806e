import { expect, it } from 'vitest';
import { explain } from './explain.js';
import { SchemaDriftError } from './storage/database/migration-checksums.js';

const withCode = (code: string): Error => Object.assign(new Error(`it failed with ${code}`), { code });

it.each([
  new Error('Connection terminated due to connection timeout'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  withCode('ETIMEDOUT'),
  withCode('EHOSTUNREACH'),
  withCode('ECONNRESET'),
])('a database that does not answer is told of in a sentence: %s', (error) => {
  expect(explain(error)).toBe(
    `${error.message}\nNo Postgres answers at DATABASE_URL: is its host right, and does the network between let this machine through?`,
  );
});

it('a data folder that cannot be made is told of in a sentence', () => {
  const error = Object.assign(new Error("ENOENT: no such file or directory, mkdir '/ro/data'"), {
    code: 'ENOENT',
    syscall: 'mkdir',
  });
  expect(explain(error)).toContain('choose another one with UNDERTONE_DATA_DIR');
});

it('a migration that was edited after it ran is told of without a stack', () => {
  expect(explain(new SchemaDriftError('0001-accounts-and-sessions'))).not.toContain('\n');
});

it('what nobody can mend is shown with its stack and its cause', () => {
  const shown = explain(new Error('a bug', { cause: new Error('below') }));
  expect(shown).toContain('explain.test.ts');
  expect(shown).toContain('caused by Error: below');
});
