/** One fault: traffic, the fault, what heals it, and the checks. */
import { setTimeout as pause } from 'node:timers/promises';
import { someSpeech } from '../../support/speech.js';
import {
  checkErasure,
  checkEvents,
  checkIsolation,
  checkMoney,
  checkRecovery,
  checkResults,
  type Evidence,
  INVARIANTS,
  type Problems,
  spansOf,
  withDatabase,
} from './checks.js';
import type { Span } from '../../support/coverage.js';
import type { Fault } from './fault-list.js';
import type { PlantedBug } from './planted-bugs.js';
import type { Stage } from './stage.js';
import { startTraffic } from './traffic.js';

const CALL_S = 16;
/** The first checkpoint of a stream comes 2 s after its start. */
const BEFORE_S = 4;

export interface RoundReport {
  readonly problems: Problems;
  /** Links that calls lost and came back over, and tries of uploads. */
  readonly resumed: number;
  readonly uploads: number;
  readonly seconds: number;
  /** Where the first call had results. */
  readonly spans: readonly Span[];
}

export interface RoundOrder {
  readonly fault: Fault;
  readonly undisturbed: readonly Span[] | undefined;
  readonly planted?: PlantedBug;
  /** How long each call speaks. */
  readonly callS?: number;
}

const none = (): Problems => Object.fromEntries(INVARIANTS.map((name) => [name, [] as string[]])) as Problems;

/** Makes the fault, and looks at everything afterwards. The stage is healed when this resolves. */
export const round = async (
  stage: Stage,
  { fault, undisturbed, planted, callS = CALL_S }: RoundOrder,
): Promise<RoundReport> => {
  const startedMs = performance.now();
  const problems = none();
  const ours = await stage.createOrganization('Ours');
  const theirs = await stage.createOrganization('Theirs');
  await fault.prepare?.(stage);
  const plant = (text: string | undefined): Promise<void> =>
    text === undefined
      ? Promise.resolve()
      : withDatabase(stage, async (ask) => {
          await ask(text);
        });
  await plant(planted?.plant);
  const before = {
    logged: stage.relays.map(({ log }) => log.length),
    crashes: stage.relays.map(({ crashes }) => crashes),
  };
  const speech = await someSpeech(callS);
  const traffic = startTraffic(stage, { ours, theirs, speech, swallow: planted?.swallow });
  await pause(BEFORE_S * 1_000); // a part of the scenario: calls are under way
  await fault.strike(stage);
  problems.recovery.push(...(await stage.heal()));
  await traffic.over;
  const evidence: Evidence = { stage, ours, theirs, traffic, undisturbed };
  await withDatabase(stage, async (ask) => {
    problems.money.push(...(await checkMoney(evidence, ask)));
    problems.results.push(...checkResults(evidence));
    problems.events.push(...(await checkEvents(evidence, ask)));
    problems.isolation.push(...(await checkIsolation(evidence, ask)));
    problems.recovery.push(...(await checkRecovery(evidence, before)));
    problems.erasure.push(...(await checkErasure(evidence, ask)));
  });
  await plant(planted?.pull);
  await fault.restore?.(stage);
  return {
    problems,
    resumed: traffic.calls.reduce((sum, { client }) => sum + client.connections.length - 1, 0),
    uploads: traffic.uploads.length,
    seconds: (performance.now() - startedMs) / 1_000,
    spans: traffic.calls[0] === undefined ? [] : spansOf(traffic.calls[0]),
  };
};
