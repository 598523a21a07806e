import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { type AlertRule, alertTypeOf, type Kpi, metricWord, METRICS } from './rule.js';
import { t } from '../language/text.js';
import { alertWord } from '../words/words.js';

interface RuleForm {
  /** Null: a new one. */
  readonly rule: AlertRule | null;
  readonly kpis: readonly Kpi[];
  readonly busy: boolean;
  readonly save: (event: SubmitEvent) => void;
  readonly cancel: () => void;
}

const NEW: AlertRule = {
  id: '',
  metric: 'escalation_risk',
  direction: 'above',
  enter: 0.6,
  leave: 0.4,
  dwell_ms: 0,
  minimum_utterances: 3,
  alert: true,
};

export const ruleForm = ({ rule, kpis, busy, save, cancel }: RuleForm): TemplateResult => {
  const shown = rule ?? NEW;
  const metrics = [
    ...Object.keys(METRICS),
    ...kpis.flatMap((kpi) => (kpi.kind === 'categorical' ? [] : [`kpi.${kpi.name}`])),
  ];
  const number = (title: string, name: string, value: number, step: string): TemplateResult =>
    html`<label
      >${title} <input name=${name} type="number" step=${step} required .value=${String(value)}
    /></label>`;
  // Another rule is another form; what was typed stays when a rule is refused.
  return html`${keyed(
    shown.id,
    html`<form
      class="stack"
      aria-label=${rule === null ? t('New rule') : t('Change {name}', { name: alertWord(alertTypeOf(rule)) })}
      @submit=${save}
    >
      <div class="row">
        ${
          rule === null
            ? html`<label
                >${t('Name')}
                <input name="id" required pattern="[a-z][a-z0-9_]{0,63}" placeholder="escalation_early"
              /></label>`
            : nothing
        }
        <label
          >${t('Figure')}
          <select name="metric">
            ${metrics.map(
              (metric) =>
                html`<option value=${metric} ?selected=${metric === shown.metric}>
                  ${metricWord(metric)}
                </option>`,
            )}
          </select></label
        >
        <label
          >${t('Direction')}
          <select name="direction">
            <option value="above" ?selected=${shown.direction === 'above'}>${t('rises to')}</option>
            <option value="below" ?selected=${shown.direction === 'below'}>${t('falls to')}</option>
          </select></label
        >
        ${number(t('Begins at'), 'enter', shown.enter, 'any')}
        ${number(t('Ends beyond'), 'leave', shown.leave, 'any')}
      </div>
      <div class="row">
        ${number(t('Seconds that it must last'), 'dwell', (shown.dwell_ms ?? 0) / 1_000, '0.1')}
        ${number(t('Utterances before it'), 'minimum', shown.minimum_utterances ?? 2, '1')}
        <label
          ><input name="alert" type="checkbox" ?checked=${shown.alert !== false} />
          ${t('Raises an alert')}</label
        >
        <button class="main" aria-disabled=${busy}>${t('Save rule')}</button>
        <button type="button" @click=${cancel}>${t('Cancel')}</button>
      </div>
    </form>`,
  )}`;
};

/** @param before the rule that is changed: what the form does not show of it stays */
export const readRule = (form: HTMLFormElement, before: AlertRule | undefined): AlertRule => {
  const fields = new FormData(form);
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    ...before,
    id: before?.id ?? text('id'),
    metric: text('metric'),
    direction: text('direction') === 'below' ? 'below' : 'above',
    enter: Number(text('enter')),
    leave: Number(text('leave')),
    dwell_ms: Math.round(Number(text('dwell')) * 1_000),
    minimum_utterances: Number(text('minimum')),
    alert: fields.has('alert'),
  };
};
