import type { MemoryAccounts, MemoryLine } from '../domain/billing/testing/memory-accounts.js';
import { RATE, type SimulatedCaller } from './simulated-caller.js';

const CREDIT = 1_000_000;

/** What must hold was broken. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';

  constructor(
    readonly invariant: 'I1' | 'I2' | 'I6',
    message: string,
  ) {
    super(`${invariant}: ${message}`);
  }
}

/** I2: "wallet = top-ups − ledger, in integers, at every instant; never below the open holds". */
export const checkWallets = ({ accounts, ledger }: MemoryAccounts): void => {
  for (const [orgId, { balance, held, holds }] of accounts) {
    const sum = ledger.reduce((total, line) => total + (line.orgId === orgId ? line.microCredits : 0), 0);
    const open = [...holds.values()].reduce((total, { microCredits }) => total + microCredits, 0);
    if (!Number.isSafeInteger(balance)) throw new InvariantBroken('I2', `the balance is ${balance}`);
    if (balance !== sum) throw new InvariantBroken('I2', `the balance is ${balance}, the ledger says ${sum}`);
    if (held !== open) throw new InvariantBroken('I2', `${held} is held, the holds are ${open}`);
    if (balance < held) throw new InvariantBroken('I2', `the balance ${balance} is below the holds ${held}`);
  }
};

/** I1: "each acknowledged audio second is billed exactly once; un-acknowledged audio is never billed twice". */
export const checkBilling = ({ ledger }: MemoryAccounts, callers: readonly SimulatedCaller[]): void => {
  const seen = new Set<string>();
  const bySession = new Map<string, MemoryLine[]>();
  for (const line of ledger) {
    if (line.kind === 'top_up') continue;
    const name = `${line.kind} ${line.reference}`;
    if (seen.has(name)) throw new InvariantBroken('I1', `${name} is in the ledger twice`);
    seen.add(name);
    const sessionId = line.reference.slice(0, line.reference.indexOf('/'));
    bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), line]);
  }
  for (const caller of callers) {
    if (caller.sessionId !== undefined)
      checkCaller(caller, caller.sessionId, bySession.get(caller.sessionId) ?? []);
  }
};

const checkCaller = (caller: SimulatedCaller, sessionId: string, lines: readonly MemoryLine[]): void => {
  const paid = new Set(
    lines.filter(({ kind }) => kind === 'stream').map(({ reference }) => Number(reference.split('/').at(-1))),
  );
  const acked = caller.audioBySecond(caller.ackedThrough);
  for (const second of acked.keys()) {
    if (!paid.has(second)) throw new InvariantBroken('I1', `second ${second} of ${sessionId} was not billed`);
  }
  for (const second of paid) {
    if (!caller.said.has(second))
      throw new InvariantBroken('I1', `second ${second} of ${sessionId} held no audio`);
  }
  const cost = -lines.reduce((sum, { microCredits }) => sum + microCredits, 0);
  const owed = creditsFor(acked);
  if (cost < owed) throw new InvariantBroken('I1', `${sessionId} cost ${cost}, ${owed} was acknowledged`);
};

/**
 * The last word on a session that is over: it cost what was said, to the sample. A second under way is paid whole until the
 * clock has passed it, and stays so where its holder died or lost the session.
 */
export const checkReceipt = ({ ledger }: MemoryAccounts, caller: SimulatedCaller): void => {
  const { sessionId, receipt } = caller;
  if (sessionId === undefined) return;
  const cost = -ledger.reduce(
    (sum, { reference, microCredits }) => sum + (reference.startsWith(`${sessionId}/`) ? microCredits : 0),
    0,
  );
  const said = creditsFor(caller.said);
  const most = said + 2 * caller.interruptions * CREDIT;
  if (cost > most) throw new InvariantBroken('I1', `${sessionId} cost ${cost}, at most ${most} was said`);
  if (receipt === undefined) return;
  if (receipt !== cost)
    throw new InvariantBroken('I1', `${sessionId} cost ${cost}, its receipt says ${receipt}`);
  if (caller.interruptions === 0 && cost !== said) {
    throw new InvariantBroken('I1', `${sessionId} cost ${cost}, ${said} was said`);
  }
};

const creditsFor = (seconds: ReadonlyMap<number, number>): number =>
  [...seconds.values()].reduce((sum, samples) => sum + Math.ceil((samples * CREDIT) / RATE), 0);
