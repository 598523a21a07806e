import { pickAction } from './actions.js';
import type { PlantedBug } from './planted-bugs.js';
import type { RareEvents } from './rare-events.js';
import { LEASE_MS } from './sim-store.js';
import { Violation } from './truth.js';
import { ORGS, World } from './world.js';

const STEPS = 60;
/** If the database is away for longer than this, places expire, and the rules about places do not hold. */
const LONGEST_OUTAGE_STEPS = 20;
const DAY_MS = 86_400_000;

export interface HistoryOptions {
  readonly seed: number;
  readonly sometimes: RareEvents;
  /** A bug that the checks must find. */
  readonly plant?: PlantedBug;
}

export interface Finding {
  readonly seed: number;
  readonly violation: Violation | Error;
  /** What was done, in order. */
  readonly actions: readonly string[];
}

/** One random history, checked after every step. @returns the invariant that does not hold; undefined if all hold */
export const runHistory = async (options: HistoryOptions): Promise<Finding | undefined> => {
  const world = new World(options);
  const actions: string[] = [];
  try {
    await live(world, actions);
    await finish(world);
    return undefined;
  } catch (error) {
    const violation = error instanceof Error ? error : new Error(String(error));
    return { seed: options.seed, violation, actions };
  }
};

const live = async (world: World, actions: string[]): Promise<void> => {
  const { random } = world;
  for (const orgId of ORGS) world.topUp(orgId, 'opening', random.pick([0, 2, 10, 1_000]));
  world.startRelay(0);
  if (random.chance(0.5)) world.startRelay(1);
  world.addClient();
  let outage = 0;
  for (let step = 0; step < STEPS; step += 1) {
    if (random.chance(0.25)) {
      const action = pickAction(world);
      actions.push(`${step} ${action.name}`);
      action.run(world);
    }
    outage = world.database.isAway ? outage + 1 : 0;
    if (outage > LONGEST_OUTAGE_STEPS) world.database.isAway = false;
    if (random.chance(0.01) && !world.database.isAway) {
      actions.push(`${step} a long time passes`);
      await world.step(random.between(10, 130) * 1_000);
    }
    await world.step();
    observe(world);
  }
};

/** There are no more faults. Attached clients end their sessions, the others die, and nothing may be left over. */
const finish = async (world: World): Promise<void> => {
  world.database.isAway = false;
  world.database.faults = 0;
  if (world.relays.every((relay) => relay === undefined)) world.startRelay(0);
  for (let step = 0; step < 10; step += 1) await world.step();
  for (const client of world.attached) client.say({ kind: 'session.end', value: {} });
  for (let step = 0; step < 15; step += 1) await world.step();
  observe(world);
  settleUp(world);
  [0, 1].forEach((id) => world.killRelay(id));
  for (const client of world.clients) client.isOver = true;
  world.clock.freeze(LEASE_MS + 1);
  for (const orgId of ORGS) {
    const held = world.store.held(orgId);
    if (held > 0)
      throw new Violation('I6', `${orgId}: ${held} places ${LEASE_MS} ms after the last relay died`);
  }
  giveBack(world);
  world.verify(true);
};

/** Checks the cost of sessions that ended in an orderly way. */
const settleUp = (world: World): void => {
  const unsettled = world.unsettled;
  for (const { sessionId, receipt, endCode } of world.clients) {
    if (sessionId === undefined || receipt === undefined || unsettled.has(sessionId)) continue;
    world.check.receipt(sessionId, receipt);
    const isWhole = world.store.rows.get(sessionId)?.generation === 1 && endCode === 1000;
    if (isWhole) world.check.exact(sessionId);
  }
  if (world.check.hasReturns) world.happened('a part of a second was given back');
};

/** A day later, no money may be set aside for sessions that no longer exist. */
const giveBack = (world: World): void => {
  const { accounts, clock } = world;
  const heldBefore = ORGS.reduce((sum, orgId) => sum + accounts.account(orgId).held, 0);
  world.wallOffsetMs = 0;
  clock.freeze(40 * DAY_MS);
  accounts.sweep();
  for (const orgId of ORGS) {
    const { held } = accounts.account(orgId);
    if (held !== 0) throw new Violation('I2', `${orgId}: ${held} is set aside for nobody`);
  }
  if (heldBefore > 0) world.happened('what a dead relay had set aside came back');
};

/** Records the rare events that only clients see. */
const observe = (world: World): void => {
  for (const event of world.news()) world.happened(event);
};
