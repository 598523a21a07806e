import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEATURES, type Features } from './features.js';
import { TRACK } from './speaker-track.js';
import { ANGRY, CALM, callerOnly, conversations, EVEN } from './testing/utterances.js';
import {
  advanceTrajectory,
  freshTrajectory,
  readFeatures,
  TRAJECTORY,
  trajectoryOf,
  trajectorySchema,
} from './trajectory.js';
import type { ObservedUtterance } from './utterance.js';

const featuresOf = (utterances: ObservedUtterance[]) => readFeatures(trajectoryOf(utterances));
const nothing = Object.fromEntries(FEATURES.map((name) => [name, 0])) as Features;

/** The value after storage. JSON has no −0, which a product of tiny numbers can be. */
const stored = (trajectory: object): unknown => JSON.parse(JSON.stringify(trajectory));

describe('the features of a trajectory', () => {
  it('are all 0 before anything was heard', () => {
    expect(featuresOf([])).toEqual(nothing);
  });

  it('are the same one by one, from a list, and with a restart at any point', () => {
    fc.assert(
      fc.property(conversations, fc.nat(40), (utterances, cut) => {
        let oneByOne = freshTrajectory();
        utterances.forEach((utterance, i) => {
          if (i === cut) oneByOne = trajectorySchema.parse(stored(oneByOne));
          oneByOne = advanceTrajectory(oneByOne, utterance);
        });
        expect(stored(oneByOne)).toEqual(stored(trajectoryOf(utterances)));
        expect(stored(trajectoryOf([...utterances].reverse()))).toEqual(stored(oneByOne));
      }),
      { numRuns: 200 },
    );
  });

  it('match their definitions, computed from the whole list at once', () => {
    fc.assert(
      fc.property(conversations, (utterances) => {
        const features = featuresOf(utterances);
        const defined = byDefinition(utterances);
        for (const name of FEATURES) expect(features[name], name).toBeCloseTo(defined[name], 6);
      }),
      { numRuns: 200 },
    );
  });

  it('stay finite and at most 2 in size, `length` at most 3', () => {
    fc.assert(
      fc.property(conversations, (utterances) => {
        for (const [name, value] of Object.entries(featuresOf(utterances))) {
          expect(Math.abs(value), name).toBeLessThanOrEqual(name === 'length' ? 3 : 2);
        }
      }),
    );
  });

  it('show level, slope, volatility, recovery and time in a negative, aroused tone', () => {
    const souring = featuresOf(callerOnly(CALM, CALM, EVEN, ANGRY, ANGRY));
    const recovering = featuresOf(callerOnly(ANGRY, ANGRY, EVEN, CALM, CALM));
    const steady = featuresOf(callerOnly(EVEN, EVEN, EVEN, EVEN, EVEN));
    expect(souring.slope).toBeLessThan(-0.3);
    expect(recovering.slope).toBeGreaterThan(0.3);
    expect(recovering.recovery).toBeGreaterThan(0.3);
    expect(featuresOf(callerOnly(EVEN, CALM, CALM)).recovery).toBe(0);
    expect(souring.recovery).toBe(0);
    expect(souring.level).toBeCloseTo(recovering.level);
    expect(souring.recent).toBeLessThan(recovering.recent - 0.3);
    expect(steady.volatility).toBe(0);
    expect(featuresOf(callerOnly(CALM, ANGRY, CALM, ANGRY)).volatility).toBeGreaterThan(0.5);
    expect(souring.hot_time).toBeCloseTo(6 / (15 + 3));
    expect(souring.heat).toBeGreaterThan(0.3);
  });

  it('learn little of a mood from half a word', () => {
    const [before, last] = [callerOnly(ANGRY, ANGRY, ANGRY), { ...callerOnly(CALM)[0]!, startMs: 20_000 }];
    const heatAfter = (ms: number) => featuresOf([...before, { ...last, endMs: 20_000 + ms }]).heat;
    const { heat } = featuresOf(before);
    expect(heat - heatAfter(300)).toBeCloseTo(0.3 * (heat - heatAfter(1_000)));
    expect(heatAfter(3_000)).toBe(heatAfter(1_000));
    // What has no length of its own, such as a line whose times are not known, still counts.
    expect(heatAfter(0)).toBeLessThan(heat);
  });

  it('compare each speaker with the speaker’s own mean', () => {
    const loud = { ...EVEN, arousal: 0.6 };
    expect(featuresOf(callerOnly(...Array<typeof loud>(12).fill(loud))).arousal_above_own).toBeLessThan(0.1);
    expect(featuresOf(callerOnly(EVEN, EVEN, EVEN, EVEN, loud, loud)).arousal_above_own).toBeGreaterThan(
      0.15,
    );
    expect(featuresOf(callerOnly(CALM, CALM, CALM, CALM, ANGRY)).valence_below_own).toBeGreaterThan(0.1);
  });

  it('count interruptions, but not the usual short overlaps of turn taking', () => {
    const answer = (startMs: number): ObservedUtterance[] => [
      ...callerOnly(EVEN),
      { speakerId: 'agent', role: 'agent', startMs, endMs: 9_000 },
    ];
    expect(featuresOf(answer(2_800)).interruptions).toBe(0);
    expect(featuresOf(answer(2_700)).interruptions).toBeCloseTo(1 / 4);
  });

  it('measure silence and the callers’ share of the talk', () => {
    const agent = (startMs: number, endMs: number): ObservedUtterance => ({
      speakerId: 'agent',
      role: 'agent',
      startMs,
      endMs,
    });
    const close = featuresOf([...callerOnly(EVEN), agent(3_000, 4_000)]);
    const waited = featuresOf([...callerOnly(EVEN), agent(23_000, 24_000)]);
    expect(close.silence).toBe(0);
    expect(waited.silence).toBeCloseTo(20 / 34);
    expect(close.talk_share).toBeCloseTo(0.25);
    expect(featuresOf(callerOnly(EVEN)).talk_share).toBe(0);
  });

  it('never mix an agent’s anger into the caller’s features', () => {
    const caller = callerOnly(CALM, CALM, CALM);
    const angry: ObservedUtterance = {
      speakerId: 'agent',
      role: 'agent',
      startMs: 4_000,
      endMs: 5_000,
      tone: ANGRY,
    };
    const alone = featuresOf(caller);
    const { interruptions, silence, talk_share, talk_above_own, agent_warmth, ...callers } = featuresOf([
      ...caller,
      angry,
    ]);
    expect(alone).toMatchObject(callers);
    expect(agent_warmth).toBeLessThan(0);
    expect([interruptions, silence, talk_share, talk_above_own].every(Number.isFinite)).toBe(true);
  });

  it('come from a bounded number of speakers and milestones', () => {
    const crowd = Array.from({ length: 300 }, (_, i): ObservedUtterance => ({
      speakerId: `caller_${i % 50}`,
      role: 'caller',
      startMs: 1_000 * i,
      endMs: 1_000 * i + 900,
      tone: EVEN,
    }));
    const trajectory = trajectoryOf(crowd);
    expect(trajectory.speakers).toHaveLength(TRAJECTORY.maximumSpeakers);
    expect(trajectory.milestones.map(({ utterances }) => utterances)).toEqual(TRAJECTORY.milestones);
  });

  it('come with milestones that record what followed within a minute, and nothing later', () => {
    const late = callerOnly(EVEN, EVEN, CALM, CALM).map((utterance, i) =>
      i === 3 ? { ...utterance, startMs: 200_000, endMs: 203_000 } : utterance,
    );
    expect(trajectoryOf(late).milestones[0]!.followedBy).toEqual({ count: 1, valenceSum: CALM.valence });
  });
});

/** The definitions, computed over the whole list without the code of the sums. */
const byDefinition = (all: ObservedUtterance[]): Features => {
  const callers = all.filter(({ role }) => role === 'caller');
  const agents = all.filter(({ role }) => role === 'agent');
  const length = (list: ObservedUtterance[]) =>
    list.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const toned = (list: ObservedUtterance[]) =>
    list.flatMap((utterance) =>
      utterance.tone === undefined ? [] : [{ ...utterance, tone: utterance.tone }],
    );
  const features = { ...nothing };
  const callerMs = length(toned(callers));
  for (const speaker of new Set(callers.map(({ speakerId }) => speakerId))) {
    const own = toned(callers.filter(({ speakerId }) => speakerId === speaker));
    const share = callerMs === 0 ? 0 : length(own) / callerMs;
    const valence = own.map(({ tone }) => tone.valence);
    const counts = own.map(({ startMs, endMs }) => Math.min(1, Math.max(0.25, (endMs - startMs) / 1_000)));
    const lately = (values: number[], start: number) =>
      values.reduce((old, value, i) => old + TRACK.recency * (counts[i] ?? NaN) * (value - old), start);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length + 1);
    const recents = valence.map((_, i) => lately(valence.slice(0, i + 1), 0));
    const recent = recents.at(-1) ?? 0;
    const middle = (valence.length - 1) / 2;
    const center = valence.reduce((sum, value) => sum + value, 0) / Math.max(1, valence.length);
    const covariance = valence.reduce((sum, value, i) => sum + (i - middle) * (value - center), 0);
    const spread = valence.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
    const arousal = own.map(({ tone }) => tone.arousal);
    const escalation = own.map(({ tone }) => tone.escalation);
    const hot = own.filter(({ tone }) => tone.valence <= -0.2 && tone.arousal >= 0.2);
    const low = own.filter(({ tone }) => tone.valence <= -0.2 && tone.arousal <= -0.1);
    const parts: Partial<Features> = {
      level: mean(valence),
      recent,
      slope: Math.max(-1, Math.min(1, (covariance / (spread + 2)) * (valence.length - 1))),
      volatility: mean(
        [0, ...valence.slice(1).map((value, i) => Math.abs(value - valence[i]!))].slice(0, valence.length),
      ),
      recovery: Math.min(0, recent) - Math.min(0, ...recents),
      heat: lately(escalation, 0.2) - 0.2,
      peak_heat: Math.max(0.2, ...escalation.map((_, i) => lately(escalation.slice(0, i + 1), 0.2))) - 0.2,
      hot_time: length(hot) / (length(own) + 3_000),
      arousal_above_own: lately(arousal, 0) - mean(arousal),
      valence_below_own: mean(valence) - recent,
      low_time: length(low) / (length(own) + 3_000),
    };
    for (const [name, value] of Object.entries(parts)) features[name as keyof Features] += share * value;
  }
  const cutsIn = all.filter((utterance, i) =>
    all
      .slice(0, i)
      .some((before) => before.speakerId !== utterance.speakerId && before.endMs - utterance.startMs >= 250),
  ).length;
  const spoken = new Set<number>();
  all.forEach(({ startMs, endMs }) => {
    for (let ms = startMs; ms < endMs; ms++) spoken.add(ms);
  });
  const elapsed = all.length === 0 ? 0 : Math.max(...all.map(({ endMs }) => endMs)) - all[0]!.startMs;
  const agentTones = toned(agents);
  const talk = length(callers) / (length(callers) + length(agents));
  const lately = (role: ObservedUtterance['role']) =>
    all.reduce((ms, each, i) => {
      const own = each.role === role ? each.endMs - each.startMs : 0;
      return ms + own * 0.8 ** (all.length - 1 - i);
    }, 0);
  return {
    ...features,
    interruptions: cutsIn / (all.length + 2),
    silence: (elapsed - spoken.size) / (elapsed + 10_000),
    talk_share:
      callers.length > 0 && agents.length > 0
        ? length(callers) / (length(callers) + length(agents)) - 0.5
        : 0,
    talk_above_own:
      callers.length > 0 && agents.length > 0
        ? lately('caller') / (lately('caller') + lately('agent')) - talk
        : 0,
    agent_warmth: agentTones.reduce((sum, { tone }) => sum + tone.valence, 0) / (agentTones.length + 1),
    length: Math.log(Math.max(1, toned(callers).length / 3)),
  };
};
