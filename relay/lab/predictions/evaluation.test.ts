import { beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { CHANCE_TARGETS } from '../../src/domain/predictions/outcome.js';
import { observedUtteranceSchema } from '../../src/domain/predictions/utterance.js';
import { mean, runSessions } from './evaluate.js';
import { generateCall, ORDINARY_WORLD } from './generator.js';
import { generateMoodCall, ORDINARY_MOODS } from './mood-generator.js';
import { SeededRandom } from './random.js';
import { generateSessions, referencesOf, report, testWorld, type ReportRow } from './report.js';
import { readSessionFile, sessionFileOf } from './session-file.js';
import { FRESH_SEEDS, WORLDS, type WorldName } from './worlds.js';

/** Reports for 6 seeds that were used for no choice, after 50 and after 300 outcomes. */
const after = new Map<WorldName, Record<50 | 300, ReportRow[]>>();
beforeAll(() => {
  for (const world of Object.keys(WORLDS) as WorldName[]) {
    const common = { makeCall: WORLDS[world], tested: 300, seeds: FRESH_SEEDS };
    after.set(world, {
      50: testWorld({ ...common, outcomes: 50 }),
      300: testWorld({ ...common, outcomes: 300 }),
    });
  }
}, 240_000);

const rowsOf = (world: WorldName, outcomes: 50 | 300) => after.get(world)?.[outcomes] ?? [];
const named = (rows: ReportRow[], stage: ReportRow['stage'], target: ReportRow['target']) =>
  rows.find((row) => row.stage === stage && row.target === target)!;
const worlds = Object.keys(WORLDS) as WorldName[];
const shifted = ['pressure, shifted', 'moods, shifted'] as const;

describe.each(worlds)('on synthetic conversations with known truth (%s), the predictions', (world) => {
  it.each([...CHANCE_TARGETS, 'predicted_csat'] as const)(
    'beat the base rate and the last-utterance rule for an ended call: %s',
    (target) => {
      for (const outcomes of [50, 300] as const) {
        const row = named(rowsOf(world, outcomes), 'ended', target);
        expect(row.learned, `${outcomes} outcomes`).toBeLessThan(row.baseRate);
        expect(row.learned, `${outcomes} outcomes`).toBeLessThan(row.lastUtterance);
      }
    },
  );

  it.each([...CHANCE_TARGETS, 'predicted_csat', 'sentiment_forecast'] as const)(
    'beat the base rate for a live call after 300 outcomes: %s',
    (target) => {
      const row = named(rowsOf(world, 300), 'live', target);
      expect(row.learned).toBeLessThan(row.baseRate);
    },
  );

  it('reach a good part of the best possible gain, for an ended call', () => {
    for (const target of CHANCE_TARGETS) {
      const { learned, baseRate, oracle = NaN } = named(rowsOf(world, 300), 'ended', target);
      expect((baseRate - learned) / (baseRate - oracle), target).toBeGreaterThan(0.2);
    }
  });

  it('stay calibrated, after 50 outcomes and after 300', () => {
    for (const outcomes of [50, 300] as const) {
      const errors = rowsOf(world, outcomes).flatMap(({ calibrationError }) => calibrationError ?? []);
      expect(errors).toHaveLength(6);
      // With ten bins of 30 calls, even a perfect predictor has up to .06 of sampling noise.
      expect(mean(errors)).toBeLessThan(0.09);
      expect(Math.max(...errors)).toBeLessThan(0.14);
    }
  });

  it('give 80 % intervals of numbers that hold 80 ± 6 % of the outcomes', () => {
    for (const { coverage, stage, target } of rowsOf(world, 300)) {
      if (coverage === undefined) continue;
      expect(coverage, `${stage} ${target}`).toBeGreaterThan(0.74);
      expect(coverage, `${stage} ${target}`).toBeLessThan(0.86);
    }
  });

  it('give 80 % intervals of chances that hold the true chance of calls with similar predictions, over all targets', () => {
    for (const outcomes of [50, 300] as const) {
      const covered = rowsOf(world, outcomes).flatMap(({ groupCoverage }) => groupCoverage ?? []);
      expect(covered).toHaveLength(6);
      expect(mean(covered)).toBeGreaterThan(0.7);
      expect(mean(covered)).toBeLessThan(0.95);
    }
  });
});

describe.each(shifted)('the predictions learn a shifted organization (%s) within 50 outcomes', (world) => {
  it.each([...CHANCE_TARGETS, 'predicted_csat'] as const)('%s', (target) => {
    const row = named(rowsOf(world, 50), 'ended', target);
    expect(row.learned).toBeLessThan(row.prior * 0.95);
    expect(row.learned).toBeLessThan(row.baseRate);
  });
});

describe.each([
  ['pressure', (random: SeededRandom) => generateCall(ORDINARY_WORLD, random)],
  ['moods', (random: SeededRandom) => generateMoodCall(ORDINARY_MOODS, random)],
] as const)('the generator of calls by %s', (_name, makeCall) => {
  it('makes the same calls from the same seed, and other calls from another seed', () => {
    const call = (seed: number) => makeCall(new SeededRandom(seed));
    expect(call(5)).toEqual(call(5));
    expect(call(6)).not.toEqual(call(5));
  });

  it('draws its outcomes from the chances it reports', () => {
    const random = new SeededRandom(3);
    const calls = Array.from({ length: 4_000 }, () => makeCall(random));
    for (const name of ['escalated', 'resolved', 'churned'] as const) {
      const share = mean(calls.map((call) => Number(call.outcome[name])));
      expect(Math.abs(share - mean(calls.map(({ truth }) => truth[name])))).toBeLessThan(0.025);
    }
  });

  it('makes well-formed calls', () => {
    const random = new SeededRandom(9);
    for (let i = 0; i < 300; i++) {
      for (const utterance of makeCall(random).utterances) observedUtteranceSchema.parse(utterance);
    }
  });
});

describe('the generators', () => {
  it('share no code with the predictor: they import only types', () => {
    for (const name of ['generator.ts', 'mood-generator.ts']) {
      const source = readFileSync(new URL(name, import.meta.url), 'utf8');
      const imports = source.split('\n').filter((line) => line.startsWith('import'));
      expect(imports.length).toBeGreaterThan(0);
      for (const line of imports) expect(line).toMatch(/^import type /);
    }
  });
});

describe('the reference of an interval', () => {
  it('is a model that learned from other calls of the same world', () => {
    const makeCall = WORLDS['pressure, ordinary'];
    const references = referencesOf(makeCall, 500, [1001]);
    const rows = testWorld({ makeCall, outcomes: 50, tested: 100, references, seeds: [1001] });
    const covered = rows.flatMap(({ referenceCoverage }) => referenceCoverage ?? []);
    expect(covered).toHaveLength(6);
    expect(mean(covered)).toBeGreaterThan(0.6);
  });
});

describe('the evaluation of recorded sessions', () => {
  const file = {
    session_id: 'ses_1',
    ended_at: '2026-11-20T10:00:00Z',
    utterances: [
      {
        speaker_id: 'c',
        role: 'caller',
        start_ms: 0,
        end_ms: 3_000,
        valence: -0.2,
        arousal: 0.4,
        escalation: 0.5,
      },
      { speaker_id: 'a', role: 'agent', start_ms: 3_300, end_ms: 6_000 },
    ],
    outcome: { csat: 4, escalated: false },
  };

  it('reads the documented format', () => {
    const session = readSessionFile(file);
    expect(session.utterances[0]!.tone).toEqual({ valence: -0.2, arousal: 0.4, escalation: 0.5 });
    expect(session.utterances[1]).not.toHaveProperty('tone');
    expect(readSessionFile({ ...file, outcome: undefined }).outcome).toEqual({});
  });

  it('writes the format that it reads, and has an example file', async () => {
    const { utterances, outcome } = generateMoodCall(ORDINARY_MOODS, new SeededRandom(2));
    const rounded = utterances.map(({ startMs, endMs, tone, ...who }) => ({
      ...who,
      startMs: Math.round(startMs),
      endMs: Math.round(endMs),
      ...(tone !== undefined && {
        tone: {
          valence: Number(tone.valence.toFixed(2)),
          arousal: Number(tone.arousal.toFixed(2)),
          escalation: Number(tone.escalation.toFixed(2)),
        },
      }),
    }));
    const session = {
      sessionId: 'ses_example',
      endedAt: '2026-11-20T10:00:00Z',
      utterances: rounded,
      outcome,
    };
    const written = JSON.stringify(sessionFileOf(session), null, 2);
    expect(readSessionFile(JSON.parse(written))).toEqual(session);
    await expect(`${written}\n`).toMatchFileSnapshot('example-session.json');
  });

  it('refuses files that are not sessions', () => {
    expect(() => readSessionFile({ ...file, utterances: [] })).toThrow(/utterances/);
    expect(() => readSessionFile({ ...file, outcome: { csat: 9 } })).toThrow(/csat/);
    const backwards = { ...file.utterances[0], end_ms: 0, start_ms: 5 };
    expect(() => readSessionFile({ ...file, utterances: [backwards] })).toThrow(/ends before it starts/);
  });

  it('reports the same figures without truth, for the known outcomes', () => {
    const sessions = generateSessions((random) => generateCall(ORDINARY_WORLD, random), 60, 1).map(
      ({ utterances, outcome: { csat, escalated } }) => ({
        utterances,
        outcome: { ...(csat !== undefined && { csat }), ...(escalated !== undefined && { escalated }) },
      }),
    );
    const rows = report(runSessions(sessions).trials);
    expect(rows.map(({ stage, target }) => `${stage} ${target}`)).toEqual([
      'ended escalation_risk',
      'ended predicted_csat',
      'live escalation_risk',
      'live predicted_csat',
      'live sentiment_forecast',
    ]);
    for (const row of rows) {
      expect(row.learned).toBeGreaterThan(0);
      expect(row.groupCoverage).toBeUndefined();
    }
  });
});
