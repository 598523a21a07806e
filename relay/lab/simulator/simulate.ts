import { type Finding, runHistory } from './history.js';
import { RareEvents } from './rare-events.js';

/** With this many histories, every rare event happens. */
export const ENOUGH_HISTORIES = 1_000;
const PROGRESS_EVERY = 500;

export interface RunOptions {
  readonly firstSeed: number;
  readonly histories: number;
  readonly sometimes: RareEvents;
  readonly progress?: (done: number) => void;
}

/** Runs histories one after the other. @returns the first finding, undefined if there is none */
export const runHistories = async (options: RunOptions): Promise<Finding | undefined> => {
  const { firstSeed, histories, sometimes, progress } = options;
  for (let index = 0; index < histories; index += 1) {
    const finding = await runHistory({ sometimes, seed: firstSeed + index });
    if (finding !== undefined) return finding;
    if ((index + 1) % PROGRESS_EVERY === 0) progress?.(index + 1);
  }
  return undefined;
};

/** The text of a finding, with the command that repeats it. */
export const describeFinding = ({ seed, violation, actions }: Finding): string =>
  [
    `seed ${seed}: ${violation.message}`,
    ...actions.map((action) => `  step ${action}`),
    `repeat it: npm run simulate -- --histories 1 --seed ${seed}`,
  ].join('\n');

/** The command. @returns its exit code */
export const main = async (
  histories: number,
  firstSeed: number,
  write: (text: string) => void,
): Promise<number> => {
  const sometimes = new RareEvents();
  const started = performance.now();
  const progress = (done: number): void => {
    write(`${done} histories hold, ${Math.round((performance.now() - started) / 1_000)} s\n`);
  };
  const finding = await runHistories({ firstSeed, histories, sometimes, progress });
  if (finding !== undefined) {
    write(`${describeFinding(finding)}\n`);
    return 1;
  }
  write(`${histories} histories hold: I1, I2, I6\n${sometimes.table}\n`);
  if (histories < ENOUGH_HISTORIES || sometimes.never.length === 0) return 0;
  write(`never happened: ${sometimes.never.join(', ')}\n`);
  return 1;
};
