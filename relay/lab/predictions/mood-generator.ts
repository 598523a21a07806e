import type { ObservedUtterance } from '../../src/domain/predictions/utterance.js';
import type { SyntheticCall } from './generator.js';
import type { SeededRandom } from './random.js';

/**
 * A second kind of synthetic service call with another idea than `generator.ts`, so that what was tuned on one can be
 * checked on the other. It shares only the form of a call with that generator and with the predictor.
 *
 * The caller is in one of five moods and moves between them by chance (a Markov chain). The chance of each step depends on
 * how hard the matter is, how good the agent is, and whether this person shouts or gives up. A call has one to three
 * matters. Each is over when the caller is relieved. Moods are measured with heavy-tailed noise. Agents put callers on hold,
 * some calls are passed to a second person with another voice, and some agents are analyzed. Outcomes come from the time
 * spent in each mood and from what was left unsolved, never from how the call sounded.
 */
export interface MoodWorld {
  /** Mean hardness of a matter, 0 to 1. */
  hardness: number;
  /** Mean quality of an agent, 0 to 1. */
  quality: number;
  /** Share of people who shout when others would give up, 0 to 1. */
  shouters: number;
  /** Chance of a hold in a round. */
  holds: number;
  /** Chance that an angry round makes somebody ask for a superior. */
  demands: number;
  /** Log-odds of leaving for people who were never upset. */
  leaving: number;
  /** Points by which customers score lower. */
  strictness: number;
  /** How strongly moods are shown (1 is ordinary). `color` is the sound of a neutral voice. */
  shown: number;
  color: { valence: number; arousal: number };
  /** Whether agents are analyzed. */
  agentsHeard: boolean;
}

export const ORDINARY_MOODS: MoodWorld = {
  hardness: 0.5,
  quality: 0.6,
  shouters: 0.6,
  holds: 0.08,
  demands: 0.16,
  leaving: -2.6,
  strictness: 0,
  shown: 1,
  color: { valence: 0.02, arousal: 0 },
  agentsHeard: true,
};

/** People who give up instead of shouting, speak fast and brightly in every mood, leave often and score low. */
export const SHIFTED_MOODS: MoodWorld = {
  hardness: 0.7,
  quality: 0.45,
  shouters: 0.15,
  holds: 0.2,
  demands: 0.08,
  leaving: -0.8,
  strictness: 0.8,
  shown: 0.7,
  color: { valence: 0.2, arousal: 0.2 },
  agentsHeard: false,
};

type Mood = 'content' | 'uneasy' | 'angry' | 'resigned' | 'relieved';

/** How each mood sounds, before the voice's own offset and noise. */
const SOUND: Readonly<Record<Mood, { valence: number; arousal: number; escalation: number }>> = {
  content: { valence: 0.2, arousal: -0.05, escalation: 0.1 },
  uneasy: { valence: -0.15, arousal: 0.15, escalation: 0.3 },
  angry: { valence: -0.5, arousal: 0.5, escalation: 0.75 },
  resigned: { valence: -0.4, arousal: -0.35, escalation: 0.2 },
  relieved: { valence: 0.35, arousal: 0.1, escalation: 0.08 },
};

/** The number of rounds after which everybody hangs up. */
const MOST_ROUNDS = 40;

export const generateMoodCall = (world: MoodWorld, random: SeededRandom): SyntheticCall => {
  const quality = within(world.quality + 0.25 * (random.uniform() - random.uniform()), 0.05, 0.95);
  const shouts = random.happens(world.shouters);
  const matters = 1 + (random.happens(0.3) ? 1 : 0) + (random.happens(0.15) ? 1 : 0);
  const handedOver = random.happens(0.12);
  const voices = [voiceOf(world, random), voiceOf(world, random)];
  const rounds: Record<Mood, number> = { content: 0, uneasy: 0, angry: 0, resigned: 0, relieved: 0 };
  const utterances: ObservedUtterance[] = [];
  let mood: Mood = random.happens(0.35) ? 'uneasy' : 'content';
  let hardness = hardnessOf(world, random);
  let solved = 0;
  let heldS = 0;
  let nowMs = 500;
  for (let round = 0; round < MOST_ROUNDS && solved < matters; round++) {
    rounds[mood]++;
    const second = handedOver && round >= 5;
    const callerMs = 1000 * (1 + 3 * exponential(random));
    utterances.push({
      speakerId: second ? 'caller_2' : 'caller_1',
      role: 'caller',
      startMs: nowMs,
      endMs: nowMs + callerMs,
      tone: soundOf(mood, world, voices[second ? 1 : 0] ?? { valence: 0, arousal: 0 }, random),
    });
    nowMs += callerMs;
    const holdS = random.happens(world.holds) ? 10 + 30 * random.uniform() : 0;
    heldS += holdS;
    const cutsIn = random.happens(mood === 'angry' ? 0.18 : 0.05);
    const startMs = Math.max(0, cutsIn ? nowMs - 500 : nowMs + 200 + 1000 * holdS);
    const agentMs = 1000 * (1.5 + 3 * exponential(random));
    const tone = {
      valence: within(0.35 * quality - 0.05 + 0.15 * random.normal(), -1, 1),
      arousal: within(0.1 * random.normal(), -1, 1),
      escalation: 0.1,
    };
    utterances.push({
      speakerId: 'agent',
      role: 'agent',
      startMs,
      endMs: startMs + agentMs,
      ...(world.agentsHeard ? { tone } : {}),
    });
    nowMs = Math.max(nowMs, startMs + agentMs) + 300;
    mood = nextMood(mood, { hardness: within(hardness + holdS / 100, 0, 1), quality, shouts }, random);
    if (mood === 'relieved') {
      solved++;
      hardness = hardnessOf(world, random);
    }
    const gone = mood === 'resigned' ? 0.12 : mood === 'angry' ? 0.06 : 0;
    if (random.happens(gone)) break;
  }
  const unsolved = 1 - solved / matters;
  const truth = {
    escalated: within(1 - (1 - world.demands) ** rounds.angry, 0.005, 0.99),
    resolved: within(0.06 + 0.9 * (1 - unsolved) ** 2, 0.03, 0.97),
    churned: sigmoid(world.leaving + 0.35 * rounds.resigned + 0.22 * rounds.angry + 1.4 * unsolved),
  };
  const good =
    4.7 -
    world.strictness -
    2 * unsolved -
    0.22 * rounds.angry -
    0.2 * rounds.resigned -
    0.015 * heldS +
    0.7 * random.normal();
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

const nextMood = (
  mood: Mood,
  { hardness, quality, shouts }: { hardness: number; quality: number; shouts: boolean },
  random: SeededRandom,
): Mood => {
  const chance = random.uniform();
  const helped = quality * (1.15 - hardness);
  switch (mood) {
    case 'content':
      return chance < 0.45 * hardness ? 'uneasy' : chance > 1 - 0.6 * helped ? 'relieved' : mood;
    case 'uneasy':
      if (chance < 0.4 * hardness * (1.1 - quality)) return shouts ? 'angry' : 'resigned';
      return chance > 1 - 0.55 * helped ? 'relieved' : mood;
    case 'angry':
      return chance < 0.4 * quality ? 'uneasy' : chance > 0.93 ? 'resigned' : mood;
    case 'resigned':
      return chance < 0.3 * quality ? 'uneasy' : mood;
    case 'relieved':
      return chance < 0.3 * hardness ? 'uneasy' : 'content';
  }
};

const soundOf = (
  mood: Mood,
  { shown }: MoodWorld,
  color: { valence: number; arousal: number },
  random: SeededRandom,
): { valence: number; arousal: number; escalation: number } => {
  const { valence, arousal, escalation } = SOUND[mood];
  return {
    valence: within(color.valence + shown * valence + 0.12 * laplace(random), -1, 1),
    arousal: within(color.arousal + shown * arousal + 0.12 * laplace(random), -1, 1),
    escalation: within(0.1 + shown * (escalation - 0.1) + 0.07 * laplace(random), 0, 1),
  };
};

const voiceOf = ({ color }: MoodWorld, random: SeededRandom) => ({
  valence: color.valence + 0.1 * laplace(random),
  arousal: color.arousal + 0.1 * laplace(random),
});
const hardnessOf = ({ hardness }: MoodWorld, random: SeededRandom) =>
  within(hardness + 0.5 * (random.uniform() - 0.5), 0.05, 1);
const exponential = (random: SeededRandom) => -Math.log(1 - random.uniform());
/** Has heavier tails than a normal distribution: now and then a reading is far off. Deviation √2. */
const laplace = (random: SeededRandom) => exponential(random) * (random.happens(0.5) ? 1 : -1);
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
