import { html, nothing, type TemplateResult } from 'lit';
import type { SessionListItem } from '@undertone/sdk';
import { formatDate, formatDuration } from '../shell/format.js';
import {
  alertWord,
  emotionWord,
  endWord,
  type Hue,
  hueOf,
  hueOfMood,
  type Mood,
  moodWord,
  riskWords,
  stateWord,
  verticalWord,
} from '../words/words.js';
import { nameOf } from './call-name.js';
import { namesOf, voiceOf } from './voice-names.js';
import { sparkline } from './sparkline.js';
import { t } from '../language/text.js';

type Overview = SessionListItem['overview'];

/** One call of the list: when, who, what happened, how it ended. The first line is the link. */
export const callRow = (session: SessionListItem): TemplateResult => {
  const { id, overview, vertical, created_at: began } = session;
  const name = nameOf(session);
  return html`<li class="call">
    <div class="when">
      <a href="#sessions/${encodeURIComponent(id)}"
        >${formatDate(began)} ${name === id ? html`<code>${id}</code>` : html`<bdi>${name}</bdi>`}</a
      >
    </div>
    <div class="line">
      ${overview.valence === null ? html`<span class="quiet">${t('going on')}</span>` : sparkline(overview.valence)}
      <span class="number">${formatDuration(overview.duration)}</span>
    </div>
    <div class="who">
      <span>${speakers(overview)}</span>
      <span class="quiet">${agentAnd(overview, verticalWord(vertical))}</span>
    </div>
    <div class="what">${session.utterance_count === 0 ? nothing : whatHappened(overview)}</div>
    <div class="end">${howItEnded(session)}</div>
  </li>`;
};

const agentAnd = ({ agent }: Overview, vertical: string): string =>
  agent === null ? vertical : `${agent} · ${vertical}`;

/** "Ada 2 min, Agent 1 min": who spoke, and for how long. */
const speakers = ({ speakers: spoke, people }: Overview): string => {
  if (spoke === null || spoke.length === 0) return people.map(({ label }) => label).join(', ') || '–';
  const voices = spoke.map(({ id, role, talk_s: seconds }) => ({ role, speaker_id: id, seconds }));
  const names = namesOf(voices, people);
  return voices
    .map((voice) => `${names.get(voiceOf(voice)) ?? ''} ${formatDuration(voice.seconds)}`)
    .join(', ');
};

/** The panel's word where a call was live, or the emotion's. */
const tagOf = (
  mood: Mood | null,
  emotion: string | null,
): { readonly hue: Hue; readonly word: string } | undefined => {
  if (mood !== null) return { hue: hueOfMood(mood), word: moodWord(mood).toLowerCase() };
  return emotion === null ? undefined : { hue: hueOf(emotion), word: emotionWord(emotion).toLowerCase() };
};

const whatHappened = (overview: Overview): TemplateResult => {
  const {
    dominant_emotion: emotion,
    dominant_mood: mood,
    peak_escalation_risk: peak,
    alert_types: alerts,
  } = overview;
  const mostly = tagOf(mood, emotion);
  return html`
    ${
      mostly === undefined
        ? nothing
        : html`<span class="tag ${mostly.hue}">${t('Mostly {emotion}', { emotion: mostly.word })}</span>`
    }
    <span class="quiet">${t('Highest escalation risk: {peak}', { peak: riskWords(peak) })}</span>
    ${alerts.map((type) => html`<span class="tag alert">${alertWord(type)}</span>`)}
  `;
};

const howItEnded = ({ state, end_code: code, overview }: SessionListItem): TemplateResult => {
  const { final_emotion: emotion, final_mood: mood, outcome, open_alerts: open } = overview;
  const last = tagOf(mood, emotion);
  const isOver = state === 'ended' || state === 'expired';
  return html`
    <span class="badge ${state}">${stateWord(state)}</span>
    ${isOver ? html`<span class="quiet">${endWord(code)}</span>` : nothing}
    ${
      last === undefined
        ? nothing
        : html`<span class="tag ${last.hue}">${isOver ? t('At the end') : t('Now')}: ${last.word}</span>`
    }
    ${open === 0 || isOver ? nothing : html`<span class="tag alert">${open === 1 ? t('1 alert open') : t('{open} alerts open', { open })}</span>`}
    ${outcome === null ? nothing : html`<span class="quiet">${outcomeWords(outcome)}</span>`}
  `;
};

const ANSWERS: readonly (readonly [name: string, yes: string, no: string])[] = [
  ['escalated', t('escalated'), t('did not escalate')],
  ['resolved', t('resolved'), t('not resolved')],
  ['churned', t('left'), t('stayed')],
];

/** What is known of how a call really turned out, in a few words. */
export const outcomeWords = (outcome: Readonly<Record<string, unknown>>): string => {
  const { csat } = outcome;
  const told = ANSWERS.flatMap(([name, yes, no]) =>
    typeof outcome[name] === 'boolean' ? [outcome[name] ? yes : no] : [],
  );
  return [...told, ...(typeof csat === 'number' ? [t('CSAT {csat}', { csat })] : [])].join(', ');
};
