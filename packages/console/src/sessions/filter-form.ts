import { html, type TemplateResult } from 'lit';
import { LABELS, UNCERTAIN } from '@undertone/protocol';
import { ALERTS, alertWord, emotionWord, MOODS, RISK, STATES, VERTICALS } from '../words/words.js';
import { type Choice, choose } from '../shell/choose.js';
import { filtersSet, ORDERS } from './call-query.js';
import { t } from '../language/text.js';

/** What the choices of a filter are made of besides fixed lists. */
export interface FilterChoices {
  /** Types of alerts that the organization's rules raise. */
  readonly alerts: readonly string[];
  readonly people: readonly { readonly id: string; readonly label: string }[];
}

const ofWords = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, title]) => ({ value, title }));

const PEAKS: readonly Choice[] = [
  { value: String(RISK.raised), title: t('raised or higher') },
  { value: String(RISK.high), title: t('high') },
];
const EMOTIONS: readonly Choice[] = [...LABELS, UNCERTAIN].map((label) => ({
  value: label,
  title: emotionWord(label),
}));

/** Search, order and filters of the list of calls. A change applies at once; the search applies with Enter. */
export const filterForm = (
  asked: URLSearchParams,
  { alerts, people }: FilterChoices,
  apply: (form: HTMLFormElement) => void,
): TemplateResult => {
  const types = [...new Set([...Object.keys(ALERTS), ...alerts])];
  const count = filtersSet(asked);
  return html`<form
    class="card filters"
    role="search"
    aria-label=${t('Calls')}
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      apply(event.currentTarget as HTMLFormElement);
    }}
    @change=${(event: Event) => apply(event.currentTarget as HTMLFormElement)}
  >
    <div class="row">
      <label class="grow"
        >${t('Search')}
        <input
          name="q"
          type="search"
          maxlength="200"
          placeholder=${t('id, reference, agent, any word of the metadata')}
          .value=${asked.get('q') ?? ''}
      /></label>
      ${choose(t('Order'), 'order', ORDERS, asked)}
      <button>${t('Search')}</button>
    </div>
    <details ?open=${count > 0}>
      <summary>${t('Filters')}${count === 0 ? '' : ` (${count})`}</summary>
      <div class="fields">
        ${choose(t('State'), 'state', [any(t('any')), ...ofWords(STATES)], asked)}
        ${choose(t('Vertical'), 'vertical', [any(t('any')), ...ofWords(VERTICALS)], asked)}
        ${choose(t('Mostly'), 'mood', [any(t('any')), ...ofWords(MOODS)], asked)}
        ${choose(t('Emotion heard longest'), 'emotion', [any(t('any emotion')), ...EMOTIONS], asked)}
        ${choose(t('Escalation risk reached'), 'peak_escalation_from', [any(t('any')), ...PEAKS], asked)}
        ${choose(
          t('Alert'),
          'alert',
          [any(t('any or none')), ...types.map((value) => ({ value, title: alertWord(value) }))],
          asked,
        )}
        ${choose(
          t('Recognized person'),
          'person',
          [any(t('anybody')), ...people.map(({ id, label }) => ({ value: id, title: label }))],
          asked,
        )}
        <label>${t('Agent')} <input name="agent" maxlength="128" .value=${asked.get('agent') ?? ''} /></label>
        <label>${t('From')} <input name="from" type="date" .value=${asked.get('from') ?? ''} /></label>
        <label>${t('To')} <input name="to" type="date" .value=${asked.get('to') ?? ''} /></label>
      </div>
    </details>
  </form>`;
};

const any = (title: string): Choice => ({ value: '', title });
