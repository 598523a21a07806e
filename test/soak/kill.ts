import { killRounds, type Store } from './kill-rounds.js';

/** @returns the exit code */
export const main = async (rounds: number, stores: readonly Store[]): Promise<number> => {
  let failed = false;
  for (const store of stores) {
    const report = await killRounds(store, rounds, Math.random, (line) => process.stderr.write(`${line}\n`));
    const { sessions, resumed, lost, unacknowledged, problems } = report;
    process.stdout.write(
      `${store}: ${rounds} rounds of kill -9, ${sessions} sessions, ${resumed} resumed, ${lost} killed before their first ` +
        `checkpoint, ${unacknowledged} kills with audio on its way; ${problems.length} problems\n`,
    );
    for (const problem of problems) process.stdout.write(`  ${problem}\n`);
    failed ||= problems.length > 0;
  }
  return failed ? 1 : 0;
};
