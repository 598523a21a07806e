import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { call } from '../api/call.js';
import { View } from '../shell/view.js';
import { alertWord } from '../words/words.js';
import { kpiForm, readKpi } from './kpi-form.js';
import { type AlertRule, alertTypeOf, type Kpi, kpiWords, metricWord, ruleWords } from './rule.js';
import { readRule, ruleForm } from './rule-form.js';
import { t } from '../language/text.js';

const SET_RULES = 'PUT /v1/alerts';
const SET_KPIS = 'POST /v1/kpis';

/** When an alert is raised, and which measures of its own the organization has predicted. */
export class RulesView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    rules: { state: true },
    configured: { state: true },
    kpis: { state: true },
    edited: { state: true },
    kpiKind: { state: true },
  };

  declare private rules: readonly AlertRule[];
  /** Whether the organization has rules of its own. */
  declare private configured: boolean;
  declare private kpis: readonly Kpi[];
  /** The rule in the form; null for a new one, undefined while the form is closed. */
  declare private edited: AlertRule | null | undefined;
  declare private kpiKind: Kpi['kind'];

  constructor() {
    super();
    this.rules = [];
    this.configured = false;
    this.kpis = [];
    this.edited = undefined;
    this.kpiKind = 'binary';
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const [{ alerts, configured }, { kpis }] = await Promise.all([
      call<{ alerts: AlertRule[]; configured: boolean }>('GET', '/v1/alerts', undefined, signal),
      call<{ kpis: Kpi[] }>('GET', '/v1/kpis', undefined, signal),
    ]);
    this.rules = alerts;
    this.configured = configured;
    this.kpis = kpis;
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">${t('Alerts and KPIs')}</h1>
      ${this.problems()} ${this.loaded ? html`${this.alerts()} ${this.measures()}` : nothing}
    `;
  }

  private alerts(): TemplateResult {
    return html`<section class="card" aria-labelledby="rules-title">
      <h2 id="rules-title">${t('When an alert is raised')}</h2>
      <p class="quiet">
        ${this.configured ? t('Your own rules.') : t('The rules of an organization that set none. A change makes all of them your own.')}
        ${t('A new rule holds for the next utterance of every call.')}
      </p>
      <ul class="stack" aria-labelledby="rules-title">
        ${repeat(
          this.rules,
          ({ id }) => id,
          (rule) =>
            html`<li class="row">
              <span class="grow">
                <b>${alertWord(alertTypeOf(rule))}</b><br /><span class="quiet">${ruleWords(rule)}</span>
              </span>
              ${this.rights.may(SET_RULES) ? this.ruleButtons(rule) : nothing}
            </li>`,
        )}
      </ul>
      ${this.rules.length === 0 ? html`<p class="quiet">${t('No rule: no alert is raised.')}</p>` : nothing}
      ${this.rights.may(SET_RULES) ? this.listButtons() : this.refusal(SET_RULES)}
      ${
        this.edited === undefined
          ? nothing
          : ruleForm({
              rule: this.edited,
              kpis: this.kpis,
              busy: this.busy,
              save: this.save,
              cancel: () => (this.edited = undefined),
            })
      }
    </section>`;
  }

  private ruleButtons(rule: AlertRule): TemplateResult {
    return html`<button type="button" @click=${() => (this.edited = rule)}>
        ${t('Change')}<span class="unseen"> ${alertWord(alertTypeOf(rule))}</span>
      </button>
      <button type="button" class="danger" aria-disabled=${this.busy} @click=${() => this.removeRule(rule)}>
        ${t('Delete')}<span class="unseen"> ${alertWord(alertTypeOf(rule))}</span>
      </button>`;
  }

  private listButtons(): TemplateResult {
    return html`<div class="row">
      <button type="button" @click=${() => (this.edited = null)}>${t('New rule')}</button>
      ${
        this.configured
          ? html`<button type="button" aria-disabled=${this.busy} @click=${this.reset}>
              ${t('Back to the usual rules')}
            </button>`
          : nothing
      }
    </div>`;
  }

  private measures(): TemplateResult {
    return html`<section class="card" aria-labelledby="kpis-title">
      <h2 id="kpis-title">${t('KPIs of your own')}</h2>
      <p class="quiet">
        ${t('Each is predicted for every call, and learned from the values that you submit as outcomes.')}
      </p>
      <ul class="stack" aria-labelledby="kpis-title">
        ${repeat(
          this.kpis,
          ({ name }) => name,
          (kpi) =>
            html`<li class="row">
              <span class="grow">
                <b>${metricWord(`kpi.${kpi.name}`)}</b><br /><span class="quiet">${kpiWords(kpi)}</span>
              </span>
              ${this.rights.may(SET_KPIS) ? this.kpiButton(kpi) : nothing}
            </li>`,
        )}
      </ul>
      ${
        this.rights.may(SET_KPIS)
          ? kpiForm({
              kind: this.kpiKind,
              busy: this.busy,
              choose: (kind) => (this.kpiKind = kind),
              submit: this.define,
            })
          : this.refusal(SET_KPIS)
      }
    </section>`;
  }

  private kpiButton(kpi: Kpi): TemplateResult {
    return html`<button
      type="button"
      class="danger"
      aria-disabled=${this.busy}
      @click=${() => this.removeKpi(kpi)}
    >
      ${t('Delete')}<span class="unseen"> ${metricWord(`kpi.${kpi.name}`)}</span>
    </button>`;
  }

  /** All rules are written at once, as the API has it. */
  private put(rules: readonly AlertRule[], said: string): void {
    void this.run(async () => {
      await call('PUT', '/v1/alerts', { alerts: rules });
      this.edited = undefined;
      this.announce(said);
      await this.reload();
    });
  }

  private readonly save = (event: SubmitEvent): void => {
    event.preventDefault();
    const before = this.edited;
    const rule = readRule(event.target as HTMLFormElement, before ?? undefined);
    const rules =
      before === undefined || before === null
        ? [...this.rules, rule]
        : this.rules.map((each) => (each.id === before.id ? rule : each));
    this.put(rules, t('The rules were saved'));
  };

  private removeRule({ id }: AlertRule): void {
    this.put(
      this.rules.filter((rule) => rule.id !== id),
      t('The rule was deleted'),
    );
  }

  private readonly reset = (): void => {
    void this.run(async () => {
      await call('DELETE', '/v1/alerts');
      this.edited = undefined;
      this.announce(t('The usual rules hold again'));
      await this.reload();
    }, t('Drop your own rules, and go back to the usual ones?'));
  };

  private readonly define = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    void this.run(async () => {
      await call('POST', '/v1/kpis', readKpi(form, this.kpiKind));
      form.reset();
      this.announce(t('The KPI was defined'));
      await this.reload();
    });
  };

  private removeKpi({ name }: Kpi): void {
    void this.run(
      async () => {
        await call('DELETE', `/v1/kpis/${name}`);
        this.announce(t('The KPI was deleted'));
        await this.reload();
      },
      t('Delete {name}? What was learned of it and the rules on it go with it.', {
        name: metricWord(`kpi.${name}`),
      }),
    );
  }
}
