import type { Outcome } from '../../src/domain/predictions/outcome.js';
import type { ObservedUtterance } from '../../src/domain/predictions/utterance.js';
import type { SeededRandom } from './random.js';

/**
 * Synthetic service calls with known causes. They use neither code nor numbers of the predictor. The causes (an open
 * problem, an agent's skill, patience, the person's character) are of another kind than the features, and outcomes come
 * from the causes, not from how the call sounds.
 *
 * A call runs in rounds of one utterance of the caller and one of the agent. Inside the caller:
 * - `open`: how much of the problem is unsolved, from 1 down. The agent's skill solves it in random steps.
 * - `pressure`: rises with every round in which the problem stays open, falls slowly, and drops when a step succeeds.
 * What the voice shows: valence falls and arousal rises with pressure (not in proportion, because nobody shows it all).
 * Each person has their own voice, and every reading is noisy. The agent's voice follows skill. Interruptions and waiting
 * follow pressure and skill.
 * The outcome: in each round, a call may escalate with the hazard of pressure beyond patience. It is resolved if little is
 * open at the end. Customers leave because of what was left open, because of how bad the call got, and for their own
 * reasons. The score is the remaining good will, in whole points.
 */
export interface World {
  /** Mean difficulty of the problems, 0 to 1. */
  difficulty: number;
  /** Mean skill of its agents, 0 to 1. */
  skill: number;
  /** The pressure that people bear before they ask for somebody else. */
  patience: number;
  /** How many customers leave for reasons that no call shows, 0 to 1. */
  restlessness: number;
  /** Points by which its customers score higher or lower. */
  generosity: number;
  /** How much of the pressure the voice shows. 1 is ordinary. */
  expressiveness: number;
  /** Mean valence of the voice in a neutral mood. */
  color: number;
}

export const ORDINARY_WORLD: World = {
  difficulty: 0.5,
  skill: 0.55,
  patience: 1.35,
  restlessness: 0.06,
  generosity: 0,
  expressiveness: 1,
  color: 0.02,
};

/**
 * An unusual organization: hard problems, and reserved people who sound friendly while they are about to give up, seldom
 * complain, often leave, and score low.
 */
export const SHIFTED_WORLD: World = {
  difficulty: 0.75,
  skill: 0.4,
  patience: 2.6,
  restlessness: 0.3,
  generosity: -0.9,
  expressiveness: 0.65,
  color: 0.18,
};

export interface SyntheticCall {
  utterances: ObservedUtterance[];
  outcome: Required<Outcome>;
  /** The chances from which the outcome was drawn, given everything that happened inside the caller. */
  truth: { escalated: number; resolved: number; churned: number };
}

export const generateCall = (world: World, random: SeededRandom): SyntheticCall => {
  const difficulty = within(world.difficulty + 0.25 * random.normal(), 0.05, 1);
  const skill = within(world.skill + 0.2 * random.normal(), 0.05, 1);
  const temper = Math.exp(0.35 * random.normal());
  const patience = world.patience * Math.exp(0.3 * random.normal());
  const voice = { color: world.color + 0.12 * random.normal(), energy: 0.15 * random.normal() };
  const rounds = 3 + Math.floor(12 * random.uniform());

  let open = 1;
  let pressure = 0.5 * difficulty * random.uniform();
  let peak = pressure;
  let stays = 1;
  let nowMs = 1000 * random.uniform();
  const utterances: ObservedUtterance[] = [];
  for (let round = 0; round < rounds; round++) {
    const shown = Math.tanh(pressure * world.expressiveness);
    const callerMs = 1000 * random.between(1.5, 7) * (1 + 0.4 * shown);
    utterances.push({
      speakerId: 'caller',
      role: 'caller',
      startMs: nowMs,
      endMs: nowMs + callerMs,
      tone: {
        valence: within(voice.color + 0.25 - 0.75 * shown + 0.17 * random.normal(), -1, 1),
        arousal: within(voice.energy - 0.1 + 0.7 * shown + 0.17 * random.normal(), -1, 1),
        escalation: within(0.15 + 0.7 * shown ** 2 + 0.1 * random.normal(), 0, 1),
      },
    });
    nowMs += callerMs;
    const cutsIn = random.happens(0.05 + 0.25 * shown * (1 - skill));
    const waitMs = random.happens(0.35 * (1 - skill)) ? 1000 * random.between(3, 20) : 300;
    const agentStartMs = cutsIn ? nowMs - 600 : nowMs + waitMs;
    const agentMs = 1000 * random.between(2, 8);
    utterances.push({
      speakerId: 'agent',
      role: 'agent',
      startMs: agentStartMs,
      endMs: agentStartMs + agentMs,
    });
    nowMs = agentStartMs + agentMs + 200;

    const step = random.happens(0.25 + 0.5 * skill) ? (0.15 + 0.35 * skill) * (1.4 - difficulty) : 0;
    open = Math.max(0, open - step);
    pressure = Math.max(
      0,
      0.93 * pressure + 0.3 * temper * difficulty * open - 1.1 * step + 0.06 * random.normal(),
    );
    peak = Math.max(peak, pressure);
    stays *= Math.exp(-0.5 * Math.max(0, pressure - 0.3 * patience) ** 2);
  }
  const truth = {
    escalated: within(1 - stays, 0.005, 0.995),
    resolved: within(1.08 - 1.25 * open - 0.1 * difficulty, 0.03, 0.97),
    churned: within(world.restlessness + 0.35 * open ** 1.5 + 0.16 * Math.max(0, peak - 0.4), 0.01, 0.95),
  };
  const good = 4.4 + world.generosity - 1.3 * open - 0.9 * pressure - 0.4 * peak + 0.6 * random.normal();
  return {
    utterances,
    truth,
    outcome: {
      escalated: random.happens(truth.escalated),
      resolved: random.happens(truth.resolved),
      churned: random.happens(truth.churned),
      csat: within(Math.round(good), 1, 5),
    },
  };
};

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
