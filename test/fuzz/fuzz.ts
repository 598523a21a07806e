import { sayIoThread } from '../support/io-thread.js';
import { ATTACKS, fuzz } from './fuzz-run.js';

export interface FuzzOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Names of attacks. Empty: all. */
  readonly only: readonly string[];
}

/** @returns the exit code */
export const main = async ({ minutes, seed, only }: FuzzOptions): Promise<number> => {
  const report = await fuzz({
    seed,
    attacks: ATTACKS.filter(({ name }) => only.length === 0 || only.includes(name)),
    cases: Infinity,
    ms: minutes * 60_000,
    say: (line) => process.stderr.write(`${line}\n`),
  });
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .sort(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none';
  for (const [name, counts] of Object.entries(report.counts)) {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    process.stdout.write(`${name}: ${total} cases (${list(counts)})\n`);
  }
  process.stdout.write(`stalls over 50 ms: ${list(report.stalls)}\n`);
  if (report.ioThread !== undefined) process.stdout.write(`${sayIoThread(report.ioThread)}\n`);
  process.stdout.write(`after the warm-up: ${report.memoryKb} kB, ${report.descriptors} descriptors\n`);
  process.stdout.write(`seed ${seed}: ${report.findings.length} findings\n`);
  for (const finding of report.findings) process.stdout.write(`  ${finding}\n`);
  return report.findings.length > 0 ? 1 : 0;
};
