import type { Session, SessionListItem } from '@undertone/sdk';
import { nameOf } from '../sessions/call-name.js';
import { emotionWord, HEATED, moodWord, riskWords, stateWord } from '../words/words.js';
import { t } from '../language/text.js';

/** Open alerts first, then who sounds heated now, then who was closest to escalating. Equals stay by their beginning. */
export const byHeat = (one: SessionListItem, other: SessionListItem): number => {
  const [a, b] = [one.overview, other.overview];
  return (
    b.open_alerts - a.open_alerts ||
    heated(b) - heated(a) ||
    b.peak_escalation_risk - a.peak_escalation_risk ||
    one.created_at.localeCompare(other.created_at)
  );
};

const heated = ({ final_mood: mood, final_emotion: emotion }: SessionListItem['overview']): number => {
  const isHeated =
    mood === null ? emotion !== null && HEATED.has(emotion) : mood === 'tense' || mood === 'upset';
  return isHeated ? 1 : 0;
};

/**
 * The state of a call in one line: "Live · last tense · escalation risk reached high, 82% · 2 alerts".
 * @param mood the panel's word where the call is watched: the line then says what the panel beside it says
 */
export const lineOf = ({ state, overview }: SessionListItem, mood: string | undefined): string => {
  const {
    final_mood: last,
    final_emotion: emotion,
    peak_escalation_risk: peak,
    open_alerts: alerts,
  } = overview;
  const word = last === null ? (emotion === null ? undefined : emotionWord(emotion)) : moodWord(last);
  const heard =
    word === undefined ? t('nothing heard yet') : t('last {emotion}', { emotion: word.toLowerCase() });
  return [
    stateWord(state),
    mood ?? heard,
    ...(peak === 0 ? [] : [t('escalation risk reached {peak}', { peak: riskWords(peak) })]),
    ...(alerts === 0 ? [] : [alerts === 1 ? t('1 alert') : t('{alerts} alerts', { alerts })]),
  ].join(' · ');
};

/** A call with an alert that was not there before. */
export interface AlertedCall {
  readonly id: string;
  readonly name: string;
  /** The types of its new alerts, as far as they are known. */
  readonly types: readonly string[];
  readonly isOver: boolean;
}

/** What happened between two lists. */
export interface News {
  /** In sentences, for a screen reader; empty when nothing happened. */
  readonly text: string;
  readonly alerted: readonly AlertedCall[];
}

/** Calls that left the list. */
export const goneFrom = (
  before: readonly SessionListItem[] | undefined,
  after: readonly SessionListItem[],
): readonly SessionListItem[] => {
  const there = new Set(after.map(({ id }) => id));
  return (before ?? []).filter(({ id }) => !there.has(id));
};

/**
 * @param before undefined for the first list: whoever comes is told how many calls there are, and of the alerts that are open
 * @param gone calls that left the list, as they are now: an alert may have come just before the end. Without those that were deleted
 */
export const newsOf = (
  before: readonly SessionListItem[] | undefined,
  after: readonly SessionListItem[],
  gone: readonly Session[] = [],
): News => {
  const known = new Map((before ?? []).map((call) => [call.id, call]));
  const came = before === undefined ? [] : after.filter(({ id }) => !known.has(id));
  const went = goneFrom(before, after);
  const held = after.filter(({ id, state }) => (known.get(id)?.state ?? state) !== state);
  const alerted = [
    ...gone.flatMap((call) => {
      const types = call.alerts.slice(known.get(call.id)?.overview.alert_count ?? 0);
      const isOver = call.state === 'ended' || call.state === 'expired';
      return types.length === 0
        ? []
        : [
            alertedCall(
              call,
              types.map(({ alert_type: type }) => type),
              isOver,
            ),
          ];
    }),
    ...after.flatMap((call) => {
      const { alert_count: count, open_alerts: open, alert_types: types } = call.overview;
      const seen = known.get(call.id)?.overview;
      const isNew = before === undefined ? open > 0 : count > (seen?.alert_count ?? 0);
      if (!isNew) return [];
      // A type that came again is no new one: then all are said.
      const added = types.filter((type) => seen?.alert_types.includes(type) !== true);
      return [alertedCall(call, added.length === 0 ? types : added, false)];
    }),
  ];
  const total =
    after.length === 1
      ? t('1 live call.')
      : after.length === 0
        ? t('No live calls.')
        : t('{count} live calls.', { count: after.length });
  const sentences = [
    ...alerted.map(({ name }) => t('Alert in the call of {name}.', { name })),
    ...came.map((call) => t('New call: {call}.', { call: nameOf(call) })),
    ...went.map((call) => t('Call over: {call}.', { call: nameOf(call) })),
    ...held.map((call) =>
      t(call.state === 'paused' ? 'On hold: {call}.' : 'Off hold: {call}.', { call: nameOf(call) }),
    ),
    ...(before === undefined || came.length + went.length > 0 ? [total] : []),
  ];
  return { text: sentences.join(' '), alerted };
};

const alertedCall = (call: SessionListItem, types: readonly string[], isOver: boolean): AlertedCall => ({
  id: call.id,
  name: nameOf(call),
  types: [...new Set(types)],
  isOver,
});
