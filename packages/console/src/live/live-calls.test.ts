import type { Session, SessionListItem } from '@undertone/sdk';
import { describe, expect, it } from 'vitest';
import { byHeat, goneFrom, lineOf, newsOf } from './live-calls.js';

type Alert = Session['alerts'][number];

const listed = (id: string, types: readonly string[] = [], open = types.length): SessionListItem =>
  ({
    id,
    state: 'live',
    external_id: null,
    metadata: { name: `Name of ${id}` },
    overview: { alert_count: types.length, open_alerts: open, alert_types: [...new Set(types)] },
  }) as unknown as SessionListItem;

const ended = (id: string, types: readonly string[]): Session => ({
  ...(listed(id, types) as Session),
  state: 'ended',
  alerts: types.map((type) => ({ alert_type: type }) as Alert),
});

const HIGH = 'escalation_risk_high';
const CHURN = 'churn_risk_high';

describe('what happened between two lists of live calls', () => {
  it('tells of an alert that came between the last list and the end of its call', () => {
    const news = newsOf([listed('a'), listed('b')], [listed('b')], [ended('a', [HIGH])]);
    expect(news.alerted).toEqual([{ id: 'a', name: 'Name of a', types: [HIGH], isOver: true }]);
    expect(news.text).toBe('Alert in the call of Name of a. Call over: Name of a. 1 live call.');
  });

  it('tells of an ended call only what was not told while it was live', () => {
    expect(newsOf([listed('a', [HIGH])], [], [ended('a', [HIGH])]).alerted).toEqual([]);
    expect(newsOf([listed('a', [HIGH])], [], [ended('a', [HIGH, CHURN, CHURN])]).alerted).toEqual([
      { id: 'a', name: 'Name of a', types: [CHURN], isOver: true },
    ]);
  });

  it('tells of an alert that was raised and over between two lists, and of one that took the place of another', () => {
    expect(newsOf([listed('a')], [listed('a', [HIGH], 0)]).alerted).toEqual([
      { id: 'a', name: 'Name of a', types: [HIGH], isOver: false },
    ]);
    expect(newsOf([listed('a', [HIGH], 1)], [listed('a', [HIGH, CHURN], 1)]).alerted[0]?.types).toEqual([
      CHURN,
    ]);
    expect(newsOf([listed('a', [HIGH], 0)], [listed('a', [HIGH, HIGH], 1)]).alerted[0]?.types).toEqual([
      HIGH,
    ]);
  });

  it('tells whoever comes only of the alerts that are open', () => {
    const { alerted, text } = newsOf(undefined, [listed('a', [HIGH], 0), listed('b', [HIGH], 1)]);
    expect(alerted.map(({ id }) => id)).toEqual(['b']);
    expect(text).toBe('Alert in the call of Name of b. 2 live calls.');
  });

  it('says nothing of a call that left the list because somebody deleted it, except that it is over', () => {
    const before = [listed('a'), listed('b')];
    expect(goneFrom(before, [listed('b')]).map(({ id }) => id)).toEqual(['a']);
    expect(goneFrom(undefined, [listed('b')])).toEqual([]);
    expect(newsOf(before, [listed('b')])).toEqual({
      alerted: [],
      text: 'Call over: Name of a. 1 live call.',
    });
  });
});

describe('a live call in the list', () => {
  const sounded = (final_mood: string | null, final_emotion: string | null): SessionListItem =>
    ({
      ...listed('a'),
      created_at: '',
      overview: { ...listed('a').overview, peak_escalation_risk: 0, final_mood, final_emotion },
    }) as unknown as SessionListItem;

  it('says the mood that the panel showed, not the uncertain emotion beside it', () => {
    expect(lineOf(sounded('tense', 'uncertain'), undefined)).toBe('Live · last tense');
    expect(lineOf(sounded(null, 'angry'), undefined)).toBe('Live · last angry');
    expect(lineOf(sounded(null, null), undefined)).toBe('Live · nothing heard yet');
  });

  it('is above a calm one while it is tense, whatever the emotion was', () => {
    const [tense, calm] = [sounded('tense', 'uncertain'), sounded('calm', 'angry')];
    expect([calm, tense].sort(byHeat)).toEqual([tense, calm]);
  });
});
