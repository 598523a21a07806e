import type { Period } from './overview-data.js';
import { decimal } from '../shell/format.js';
import { percent } from '../words/words.js';
import { t } from '../language/text.js';

export interface OutcomeLine {
  readonly title: string;
  readonly calls: number;
  readonly expected: string;
  readonly came: string;
  readonly verdict: string;
}

type Name = keyof Period['outcomes'];

const TITLES: readonly { readonly name: Name; readonly title: string }[] = [
  { name: 'escalated', title: t('Escalated') },
  { name: 'resolved', title: t('Resolved') },
  { name: 'churned', title: t('Left') },
  { name: 'csat', title: 'CSAT' },
];

/** What was expected of the calls whose outcome is known, and what came, in plain words. */
export const outcomeLines = (periods: readonly Period[]): readonly OutcomeLine[] =>
  TITLES.flatMap(({ name, title }) => {
    let [calls, expected, came] = [0, 0, 0];
    for (const { outcomes } of periods) {
      const { calls: number, expected: then, came: real } = outcomes[name];
      if (then === null || real === null) continue;
      calls += number;
      expected += then * number;
      came += real * number;
    }
    if (calls === 0) return [];
    const isScore = name === 'csat';
    const shown = (value: number): string => (isScore ? decimal(value, 1) : percent(value));
    return [
      {
        title,
        calls,
        expected: shown(expected / calls),
        came: shown(came / calls),
        verdict: verdictOf(expected / calls, came / calls, isScore ? 0.25 : 0.05),
      },
    ];
  });

const verdictOf = (expected: number, came: number, tolerance: number): string => {
  if (Math.abs(expected - came) <= tolerance) return t('as expected');
  return came > expected ? t('more than expected') : t('less than expected');
};
