import type { Outcome } from '../../src/domain/predictions/outcome.js';
import type { ObservedUtterance } from '../../src/domain/predictions/utterance.js';
import type { SeededRandom } from './random.js';

/**
 * Synthetic service calls with known causes. Nothing of the predictor is used here, neither code nor numbers: the
 * causes (an open problem, an agent's skill, patience, what the person is like) are of another kind than the features,
 * and outcomes come from the causes, not from how the call sounds.
 *
 * A call runs in rounds of one utterance of the caller and one of the agent. Inside the caller:
 * - `open`: how much of the problem is unsolved, from 1 down; the agent's skill solves it, in random jumps.
 * - `pressure`: rises with every round in which the problem stays open, falls slowly, and drops when a step succeeds.
 * What the voice shows: valence falls and arousal rises with pressure (not in proportion, since nobody shows it all), each
 * person has a voice of their own, and every reading is noisy. The agent's voice follows skill; interruptions and waiting follow pressure
 * and skill.
 * The outcome: a call escalates round by round with the hazard of pressure beyond patience; it is resolved when
 * little is open at the end; customers leave for what was left open, for how bad it got, and for reasons of their own;
 * the score is the good will that is left, in whole points.
 */
export interface World {
  /** Mean difficulty of what people call about, 0 to 1. */
  difficulty: number;
  /** Mean skill of its agents, 0 to 1. */
  skill: number;
  /** Pressure that people bear before they ask for somebody else. */
  patience: number;
  /** How many leave for reasons that no call shows, 0 to 1. */
  restlessness: number;
  /** Points by which its customers score higher or lower. */
  generosity: number;
  /** How much of pressure is shown in the voice, 1 ordinary. */
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
 * An organization unlike the ordinary: hard matters, reserved people who sound friendly while they are about to give
 * up, who seldom complain, often leave, and score low.
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
  /** What the outcome was drawn from: the chances given everything that happened inside. */
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
