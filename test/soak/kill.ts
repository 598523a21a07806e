import { killRounds, type Store } from './kill-rounds.js';

const HELP = `Usage: npm run soak:kill -- [--rounds 100] [--store embedded|postgres]

Kills a real relay (relay/dist) with SIGKILL at a random moment, once a round, while three callers talk; starts another one
on the same store, lets the callers resume and hang up, and checks I1, I2 and I6 of ../shared/HARDENING.md in the ledger.
`;

/** @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const valueOf = (name: string): string | undefined => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args[at + 1];
  };
  const rounds = Number(valueOf('--rounds') ?? 100);
  const chosen = valueOf('--store');
  if (!Number.isInteger(rounds) || rounds < 1 || ![undefined, 'embedded', 'postgres'].includes(chosen)) {
    process.stderr.write(HELP);
    return 2;
  }
  const stores: readonly Store[] = chosen === undefined ? ['embedded', 'postgres'] : [chosen as Store];
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
}
