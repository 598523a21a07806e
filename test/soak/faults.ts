import { INVARIANTS } from './faults/checks.js';
import { type Fault, FAULTS, NOTHING } from './faults/fault-list.js';
import { PLANTED } from './faults/planted-bugs.js';
import { round, type RoundReport } from './faults/round.js';
import { Stage } from './faults/stage.js';

export interface FaultOptions {
  /** Parts of names of faults. Empty: all. */
  readonly only: readonly string[];
  readonly planted: boolean;
  readonly minutes: number;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const cellsOf = ({ problems }: RoundReport): string[] =>
  INVARIANTS.map((name) => (problems[name].length === 0 ? 'holds' : `BROKEN (${problems[name].length})`));

/** @returns the exit code */
export const main = async ({ only, planted, minutes }: FaultOptions): Promise<number> => {
  const untilMs = performance.now() + minutes * 60_000;
  const chosen = FAULTS.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  const matching = PLANTED.filter(({ name }) => only.some((part) => name.includes(part)));
  const bugs = matching.length === 0 ? PLANTED : matching;
  const rows: string[] = [];
  const details: string[] = [];
  let failed = false;
  const stage = await Stage.start();
  const late = (): boolean => performance.now() > untilMs;
  const note = (fault: Fault, report: RoundReport): void => {
    rows.push(`| ${fault.name} | ${cellsOf(report).join(' | ')} | ${report.resumed} |`);
    for (const name of INVARIANTS) {
      const problems = report.problems[name];
      failed ||= problems.length > 0;
      for (const problem of problems.slice(0, 8)) {
        details.push(`${fault.name}: ${name}: ${problem}`);
        say(details.at(-1) ?? '');
      }
    }
    say(
      `${fault.name}: ${report.seconds.toFixed(0)} s, ${report.uploads} uploads, ${cellsOf(report).join(' ')}`,
    );
  };
  try {
    const calm = await round(stage, { fault: NOTHING, undisturbed: undefined });
    note(NOTHING, calm);
    for (const fault of chosen) {
      const missing = fault.missing?.(stage);
      if (missing !== undefined || late()) {
        rows.push(`| ${fault.name} | not run: ${missing ?? `${minutes} minutes were over`} |`);
        continue;
      }
      note(fault, await round(stage, { fault, undisturbed: calm.spans }));
    }
    for (const bug of planted ? bugs : []) {
      if (late()) {
        details.push(`planted: ${bug.name}: not run`);
        continue;
      }
      const { problems, seconds } = await round(stage, {
        fault: NOTHING,
        undisturbed: calm.spans,
        planted: bug,
      });
      const [first] = problems[bug.breaks];
      failed ||= first === undefined;
      const verdict = first === undefined ? 'NOT CAUGHT' : `caught (${bug.breaks}: ${first.slice(0, 120)})`;
      details.push(`planted: ${bug.name}: ${verdict}`);
      say(`planted: ${bug.name}: ${seconds.toFixed(0)} s, ${verdict}`);
    }
  } finally {
    await stage.stop();
  }
  print(`| fault | ${INVARIANTS.join(' | ')} | links resumed |`);
  print(`|---|${INVARIANTS.map(() => '---|').join('')}---|`);
  for (const row of rows) print(row);
  for (const detail of details) print(detail);
  return failed ? 1 : 0;
};
