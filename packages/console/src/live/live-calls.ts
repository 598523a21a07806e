import type { SessionListItem } from '@undertone/sdk';
import { emotionWord, HEATED, riskWords, stateWord } from '../words/words.js';

/** What a call is called: its person or case, as whoever made it named it. */
export const nameOf = ({ id, external_id: reference, metadata }: SessionListItem): string => {
  const named: unknown = metadata['name'];
  return typeof named === 'string' && named !== '' ? named : (reference ?? id);
};

/** Open alerts first, then who sounds heated now, then who was closest to escalating. Equals stay by their beginning. */
export const byHeat = (one: SessionListItem, other: SessionListItem): number => {
  const [a, b] = [one.overview, other.overview];
  return (
    b.open_alerts - a.open_alerts ||
    heated(b.final_emotion) - heated(a.final_emotion) ||
    b.peak_escalation_risk - a.peak_escalation_risk ||
    one.created_at.localeCompare(other.created_at)
  );
};

const heated = (emotion: string | null): number => (emotion !== null && HEATED.has(emotion) ? 1 : 0);

/**
 * The state of a call in one line: "Live · Angry · escalation reached high, 82% · 2 alerts".
 * @param mood the panel's word where the call is watched: the line then says what the panel beside it says
 */
export const lineOf = ({ state, overview }: SessionListItem, mood: string | undefined): string => {
  const { final_emotion: emotion, peak_escalation_risk: peak, open_alerts: alerts } = overview;
  const heard = emotion === null ? 'nothing heard yet' : `last ${emotionWord(emotion).toLowerCase()}`;
  return [
    stateWord(state),
    mood ?? heard,
    ...(peak === 0 ? [] : [`escalation reached ${riskWords(peak)}`]),
    ...(alerts === 0 ? [] : [alerts === 1 ? '1 alert' : `${alerts} alerts`]),
  ].join(' · ');
};

/** What happened between two lists. */
export interface News {
  /** In sentences, for a screen reader; empty when nothing happened. */
  readonly text: string;
  /** Calls with an alert that was not there before. */
  readonly alerted: readonly SessionListItem[];
}

/** @param before undefined for the first list: whoever comes is told how many calls there are, and of the alerts that are open */
export const newsOf = (
  before: readonly SessionListItem[] | undefined,
  after: readonly SessionListItem[],
): News => {
  const known = new Map((before ?? []).map((call) => [call.id, call]));
  const there = new Set(after.map(({ id }) => id));
  const came = before === undefined ? [] : after.filter(({ id }) => !known.has(id));
  const went = (before ?? []).filter(({ id }) => !there.has(id));
  const held = after.filter(({ id, state }) => (known.get(id)?.state ?? state) !== state);
  const alerted = after.filter(
    ({ id, overview }) => overview.open_alerts > (known.get(id)?.overview.open_alerts ?? 0),
  );
  const total =
    after.length === 1 ? '1 live call.' : `${after.length === 0 ? 'No' : after.length} live calls.`;
  const sentences = [
    ...alerted.map((call) => `Alert in the call of ${nameOf(call)}.`),
    ...came.map((call) => `New call: ${nameOf(call)}.`),
    ...went.map((call) => `Call over: ${nameOf(call)}.`),
    ...held.map((call) => `${call.state === 'paused' ? 'On hold' : 'Off hold'}: ${nameOf(call)}.`),
    ...(before === undefined || came.length + went.length > 0 ? [total] : []),
  ];
  return { text: sentences.join(' '), alerted };
};
