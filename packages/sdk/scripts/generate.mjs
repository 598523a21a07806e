/**
 * Generates packages/sdk/src/generated/api.ts from docs/openapi.json, which is made from the relay's own route table
 * (`relay/src/routes/reference/reference.test.ts` checks that they agree).
 * `node generate.mjs` writes; `node generate.mjs --check` writes nothing and fails when the file is outdated.
 */
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, '../../../docs/openapi.json');
const target = join(here, '../src/generated/api.ts');
const HEADER = '// Generated from docs/openapi.json by `npm run generate`. Do not edit.\n\n';

/** Keeps what callers need types for: bodies, queries and successful answers. Errors are classes of this package. */
const prune = (document) => {
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path)) {
      operation.parameters = operation.parameters?.filter((parameter) => parameter.in !== 'header');
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) >= 400) delete operation.responses[status];
        else delete response.headers;
      }
    }
  }
  return document;
};

const document = prune(JSON.parse(readFileSync(source, 'utf8')));
const made = HEADER + astToString(await openapiTS(document, { immutable: true, defaultNonNullable: false }));

if (!process.argv.includes('--check')) {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, made);
} else if (read(target) !== made) {
  console.error(
    'packages/sdk/src/generated/api.ts is not what docs/openapi.json gives: run `npm run generate`',
  );
  process.exitCode = 1;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
