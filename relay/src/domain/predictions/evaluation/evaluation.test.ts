import { beforeAll, describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { CHANCE_TARGETS } from '../outcome.js';
import { mean, runSessions } from './evaluate.js';
import { generateCall, ORDINARY_WORLD, SHIFTED_WORLD } from './generator.js';
import { SeededRandom } from './random.js';
import { generateSessions, report, testWorld, type ReportRow } from './report.js';
import { readSessionFile } from './session-file.js';

let ordinary: ReportRow[] = [];
let shifted: ReportRow[] = [];
beforeAll(() => {
  // The seeds of the command, so that these are its figures; it has a reference model besides, which takes most of its time.
  const common = { tested: 500, referenceCalls: 0, seeds: [1, 2, 3, 4, 5, 6, 7, 8] };
  ordinary = testWorld({ world: ORDINARY_WORLD, outcomes: 300, ...common });
  shifted = testWorld({ world: SHIFTED_WORLD, outcomes: 50, ...common });
}, 120_000);

const named = (rows: ReportRow[], stage: ReportRow['stage'], target: ReportRow['target']) =>
  rows.find((row) => row.stage === stage && row.target === target)!;

describe('on synthetic conversations with known truth, mean over seeds, the predictions', () => {
  it.each([...CHANCE_TARGETS, 'predicted_csat'] as const)(
    'of an ended call beat base rate and last-utterance rule: %s',
    (target) => {
      const row = named(ordinary, 'ended', target);
      expect(row.learned).toBeLessThan(row.baseRate);
      expect(row.learned).toBeLessThan(row.lastUtterance);
    },
  );

  it.each(['escalation_risk', 'resolution_probability', 'predicted_csat', 'sentiment_forecast'] as const)(
    'of a live call beat base rate and last-utterance rule: %s',
    (target) => {
      const row = named(ordinary, 'live', target);
      expect(row.learned).toBeLessThan(row.baseRate);
      expect(row.learned).toBeLessThan(row.lastUtterance);
    },
  );

  it('learn a shifted organization within 50 outcomes', () => {
    for (const target of [...CHANCE_TARGETS, 'predicted_csat'] as const) {
      const row = named(shifted, 'ended', target);
      expect(row.learned, target).toBeLessThan(row.prior * 0.93);
      expect(row.learned, target).toBeLessThan(row.baseRate);
    }
    expect(named(shifted, 'ended', 'predicted_csat').learned).toBeLessThan(
      named(shifted, 'ended', 'predicted_csat').prior / 3,
    );
  });

  it('stay calibrated, before and after a shift', () => {
    for (const rows of [ordinary, shifted]) {
      const errors = rows.flatMap(({ calibrationError }) => calibrationError ?? []);
      // Ten bins of 50 calls leave up to .05 of sampling noise to a perfect predictor.
      expect(mean(errors)).toBeLessThan(0.08);
      expect(Math.max(...errors)).toBeLessThan(0.12);
    }
  });

  it('give 80 % intervals of numbers that hold 80 ± 5 % of what comes', () => {
    for (const rows of [ordinary, shifted]) {
      for (const { coverage, stage, target } of rows) {
        if (coverage === undefined) continue;
        expect(coverage, `${stage} ${target}`).toBeGreaterThan(0.75);
        expect(coverage, `${stage} ${target}`).toBeLessThan(0.85);
      }
    }
  });

  it('give 80 % intervals of chances that hold the true chance of calls told alike in 80 % of groups, over all targets', () => {
    for (const rows of [ordinary, shifted]) {
      const covered = rows.flatMap(({ groupCoverage }) => groupCoverage ?? []);
      expect(covered).toHaveLength(6);
      expect(mean(covered)).toBeGreaterThan(0.72);
      expect(mean(covered)).toBeLessThan(0.9);
    }
  });
});

describe('the generator', () => {
  it('makes the same calls from the same seed, and others from another', () => {
    const call = (seed: number) => generateCall(ORDINARY_WORLD, new SeededRandom(seed));
    expect(call(5)).toEqual(call(5));
    expect(call(6)).not.toEqual(call(5));
  });

  it('draws its outcomes from the chances it tells', () => {
    const random = new SeededRandom(3);
    const calls = Array.from({ length: 4_000 }, () => generateCall(ORDINARY_WORLD, random));
    for (const [outcome, chance] of [
      ['escalated', 'escalated'],
      ['resolved', 'resolved'],
      ['churned', 'churned'],
    ] as const) {
      const share = mean(calls.map((call) => Number(call.outcome[outcome])));
      expect(share).toBeCloseTo(mean(calls.map(({ truth }) => truth[chance])), 1);
    }
  });

  it('shares no code with the predictor: it imports types and its own randomness', () => {
    const folder = new URL('.', import.meta.url);
    expect(readdirSync(folder)).toContain('generator.ts');
    const source = readFileSync(new URL('generator.ts', folder), 'utf8');
    const imports = source.split('\n').filter((line) => line.startsWith('import'));
    expect(imports.length).toBeGreaterThan(0);
    for (const line of imports) expect(line).toMatch(/^import type /);
  });
});

describe('the reference of an interval', () => {
  it('is a model of the same world that learned from other calls', () => {
    const rows = testWorld({
      world: ORDINARY_WORLD,
      outcomes: 50,
      tested: 100,
      referenceCalls: 500,
      seeds: [1],
    });
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

  it('refuses files that are no sessions', () => {
    expect(() => readSessionFile({ ...file, utterances: [] })).toThrow(/utterances/);
    expect(() => readSessionFile({ ...file, outcome: { csat: 9 } })).toThrow(/csat/);
    const backwards = { ...file.utterances[0], end_ms: 0, start_ms: 5 };
    expect(() => readSessionFile({ ...file, utterances: [backwards] })).toThrow(/ends before it starts/);
  });

  it('reports the same figures without truth, for what outcomes are known', () => {
    const sessions = generateSessions(ORDINARY_WORLD, 60, 1).map(
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
