/** Calls as they go in a contact center, made from a seed: who spoke when, how it sounded, what the agent was told. */
import { seededRandom } from '../../../scripts/lib/random.mjs';

const AGENTS = ['Mara Voss', 'Jonas Bell', 'Ines Duarte', 'Tom Achterberg', 'Lea Novak'];
const CUSTOMERS = [
  'Anna Müller',
  'Piet de Vries',
  'Sofia Rossi',
  'John Carter',
  'Emre Kaya',
  'Marie Laurent',
];
const REASONS = [
  'double charge',
  'no line since Monday',
  'new contract',
  'parcel missing',
  'cancellation',
  'refund',
];
const VERTICALS = ['contact_center', 'contact_center', 'contact_center', 'sales', 'healthcare', 'general'];

/** How calls go: the customer's valence and energy at their beginning, middle and end. */
const ARCS = [
  {
    weight: 4,
    valence: [0.2, 0.25, 0.35],
    arousal: [-0.1, 0, 0],
    outcome: { resolved: true, escalated: false, csat: 5 },
  },
  {
    weight: 3,
    valence: [0.05, -0.75, 0.3],
    arousal: [0.1, 0.75, -0.1],
    outcome: { resolved: true, escalated: false, csat: 4 },
  },
  {
    weight: 2,
    valence: [-0.1, -0.6, -0.8],
    arousal: [0.2, 0.6, 0.85],
    outcome: { resolved: false, escalated: true, csat: 1, churned: true },
  },
  {
    weight: 1,
    valence: [-0.2, -0.5, -0.45],
    arousal: [-0.3, -0.5, -0.5],
    outcome: { resolved: false, escalated: false, csat: 2 },
  },
  { weight: 2, valence: [0, 0.05, 0.05], arousal: [0, 0.05, 0], outcome: undefined },
];

export const CALLS_HELD = 40;

/** Forty calls, the same each time. */
export function seededCalls() {
  const random = seededRandom(7);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const arcs = ARCS.flatMap((arc) => Array.from({ length: arc.weight }, () => arc));
  return Array.from({ length: CALLS_HELD }, (_, index) => {
    // The first in the list is one to look at: it gets heated and calms down.
    const arc = index === 0 ? ARCS[1] : pick(arcs);
    const turns = turnsOf(arc, index === 0 ? 26 : 8 + Math.floor(random() * 22), random);
    return {
      id: `call-${(74_310 - index * 37).toString()}`,
      vertical: index === 0 ? 'contact_center' : pick(VERTICALS),
      language: 'en',
      externalId: `case ${1_200 + ((index * 17) % 300)}`,
      metadata: { agent_id: pick(AGENTS), customer: pick(CUSTOMERS), reason: pick(REASONS) },
      turns,
      cues: cuesOf(turns, random),
      outcome: random() < 0.6 || index === 0 ? arc.outcome : undefined,
    };
  });
}

function turnsOf(arc, count, random) {
  let atMs = 600;
  return Array.from({ length: count }, (_, index) => {
    const role = index % 2 === 0 ? 'agent' : 'caller';
    const lengthMs = 1_500 + random() * 7_000;
    const startMs = atMs;
    const endMs = startMs + lengthMs;
    atMs = endMs + 200 + random() * 900;
    const share = index / Math.max(1, count - 1);
    const valence = bounded(between(arc.valence, share) + (random() - 0.5) * 0.25);
    const arousal = bounded(between(arc.arousal, share) + (random() - 0.5) * 0.25);
    // The agent is not analyzed: that is how it should be.
    if (role === 'agent') return { role, startMs, endMs, emotion: null, tone: null };
    const escalation = Math.max(0, Math.min(1, (arousal - valence) / 2 + 0.1));
    return {
      role,
      startMs,
      endMs,
      emotion: emotionOf(valence, arousal),
      mood: moodOf(escalation, valence, share),
      tone: { valence, arousal, escalation },
    };
  });
}

const between = ([first, middle, last], share) =>
  share < 0.5 ? first + (middle - first) * share * 2 : middle + (last - middle) * (share - 0.5) * 2;
const bounded = (value) => Math.max(-1, Math.min(1, value));

function emotionOf(valence, arousal) {
  if (valence > 0.25) return arousal > 0.3 ? 'happy' : 'content';
  if (valence < -0.25) return arousal > 0.45 ? 'angry' : arousal > 0 ? 'frustrated' : 'sad';
  return arousal > 0.4 ? 'surprised' : 'neutral';
}

/** As the agent's panel would have called it. */
function moodOf(escalation, valence, share) {
  if (escalation > 0.75) return 'upset';
  if (escalation > 0.5) return 'tense';
  if (valence < -0.4) return 'low';
  if (escalation > 0.3 && share > 0.6) return 'calming';
  return valence > 0.25 ? 'pleased' : 'calm';
}

/** A cue when the customer gets upset, and one when it is better. */
function cuesOf(turns, random) {
  const heated = turns.find(({ tone }) => tone !== null && tone.valence < -0.5);
  if (heated === undefined) return [];
  const calm = turns.find(
    ({ startMs, tone }) => startMs > heated.startMs + 20_000 && tone !== null && tone.valence > 0,
  );
  const answers = ['accepted', 'accepted', 'accepted', 'dismissed', 'not_useful', undefined];
  const answered = () => ({
    answer: answers[Math.floor(random() * answers.length)],
    afterMs: Math.round(900 + random() * 4_000),
  });
  return [
    {
      cueId: 'cue_heated',
      atMs: heated.startMs + 900,
      mode: 'caller_escalating',
      severity: 'warning',
      title: 'The customer is getting upset',
      body: 'Let them finish, say what you understood, then name the next step.',
      ...answered(),
    },
    ...(calm === undefined
      ? []
      : [
          {
            cueId: 'cue_calm',
            atMs: calm.startMs + 900,
            mode: 'mirror_calm',
            severity: 'info',
            title: 'The customer is calming down',
            body: 'Keep this pace. Sum up what you agreed on.',
            ...answered(),
          },
        ]),
  ];
}
