import { SHIPPED_LANGUAGES } from '@undertone/widget/words';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { call } from '../api/call.js';
import { formatDate, formatNumber } from '../shell/format.js';
import { View } from '../shell/view.js';
import { exportOrganization } from './export.js';
import { transcriptSetting } from './transcript-setting.js';
import { locale } from '../language/language.js';
import { t } from '../language/text.js';

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly created_at: string;
  readonly closing_at?: string;
  readonly policy: {
    readonly workplace_policy: boolean;
    readonly no_employees_recorded: boolean;
    readonly default_subject: string;
    readonly retention_days: number | null;
    readonly transcript_days: number | null;
    readonly language: string;
  };
}

type Changes = Partial<
  Pick<Organization['policy'], 'workplace_policy' | 'retention_days' | 'transcript_days' | 'language'>
>;

const languageNames = new Intl.DisplayNames(locale(), { type: 'language' });

const SUBJECTS: Readonly<Record<string, string>> = {
  customer: t('the customer'),
  agent: t('the agent'),
  self: t('the person at the page'),
  unknown: t('somebody unknown'),
};

/** What holds for the whole organization: how long sessions stay, the language of texts, who is analyzed; its export and its end. */
export class SettingsView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    organization: { state: true },
    exported: { state: true },
  };

  declare private organization: Organization | undefined;
  /** How many rows the export has fetched; undefined while none runs. */
  declare private exported: number | undefined;
  private exporting: AbortController | undefined;

  constructor() {
    super();
    this.organization = undefined;
    this.exported = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.exporting?.abort();
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const path = '/v1/organization';
    this.organization = (
      await call<{ organization: Organization }>('GET', path, undefined, signal)
    ).organization;
  }

  protected override render(): TemplateResult {
    const { organization } = this;
    return html`
      <h1 tabindex="-1">${t('Settings')}</h1>
      ${this.problems()}
      ${
        organization === undefined
          ? nothing
          : html`${this.about(organization)} ${this.retention(organization)} ${this.words(organization)}
            ${this.language(organization)} ${this.people(organization)} ${this.export()}
            ${this.end(organization)}`
      }
    `;
  }

  private about({ id, name, plan, created_at: created, closing_at: closing }: Organization): TemplateResult {
    return html`<section class="card" aria-label=${t('Organization')}>
      <dl class="figures">
        <div>
          <dt>${t('Organization')}</dt>
          <dd>${name}</dd>
        </div>
        <div>
          <dt>${t('Plan')}</dt>
          <dd>${plan}</dd>
        </div>
        <div>
          <dt>${t('Since')}</dt>
          <dd>${formatDate(created)}</dd>
        </div>
        <div>
          <dt>${t('Id')}</dt>
          <dd><code>${id}</code></dd>
        </div>
      </dl>
      ${closing === undefined ? nothing : html`<p class="problem">${t('It is being removed since {closing}.', { closing: formatDate(closing) })}</p>`}
      <p class="quiet">${t('Name and plan are the operator’s to change.')}</p>
    </section>`;
  }

  private retention({ policy: { retention_days: days } }: Organization): TemplateResult {
    return html`<section class="card" aria-labelledby="retention-title">
      <h2 id="retention-title">${t('How long calls are kept')}</h2>
      <p>
        ${
          days === null
            ? t('Calls that are over stay until somebody deletes them.')
            : days === 0
              ? t('A call goes as soon as it is over.')
              : t('A call goes {days} days after its end, with everything derived from it.', {
                  days: formatNumber(days),
                })
        }
        ${t('Audio is never kept.')}
      </p>
      <form class="row" @submit=${this.setRetention}>
        <label
          >${t('Days, empty for ever')}
          <input name="days" type="number" min="0" max="3660" .value=${days === null ? '' : String(days)}
        /></label>
        <button class="main" aria-disabled=${this.busy}>${t('Save')}</button>
        <p class="quiet">
          ${t('What is older goes within a minute, and nothing brings it back. The ledger and the audit log stay.')}
        </p>
      </form>
    </section>`;
  }

  private words({ policy }: Organization): TemplateResult {
    const { transcript_days: kept, retention_days: most } = policy;
    return transcriptSetting(kept, most, this.busy, (days) =>
      this.change(
        { transcript_days: days },
        days === null ? t('Words are kept no longer') : t('Words are kept from now on'),
      ),
    );
  }

  private language({ policy }: Organization): TemplateResult {
    return html`<section class="card" aria-labelledby="language-title">
      <h2 id="language-title">${t('Language')}</h2>
      <form class="row" @submit=${this.setLanguage}>
        <label
          >${t('Cues and advice of a call that names no language')}
          <select name="language">
            ${SHIPPED_LANGUAGES.map(
              (language) =>
                html`<option value=${language} ?selected=${language === policy.language}>
                  ${languageNames.of(language)}
                </option>`,
            )}
          </select></label
        >
        <button class="main" aria-disabled=${this.busy}>${t('Save')}</button>
        <p class="quiet">
          ${t('A panel’s language is that of its element; this console’s is chosen beside “Sign out”.')}
        </p>
      </form>
    </section>`;
  }

  private people({ policy }: Organization): TemplateResult {
    const { workplace_policy: guarded, no_employees_recorded: declared, default_subject: subject } = policy;
    return html`<section class="card" aria-labelledby="people-title">
      <h2 id="people-title">${t('Agents and employees')}</h2>
      <p>
        ${
          guarded
            ? t(
                'The emotion of employees at work is not analyzed: a stream or recording of an agent is refused.',
              )
            : t(
                'The emotion of agents may be analyzed. In the European Union that is forbidden at work (AI Act, Article 5(1)(f)).',
              )
        }
        ${
          declared
            ? t('You declared that no employee is recorded, so somebody unknown may be analyzed.')
            : t('Somebody unknown is not analyzed.')
        }
        ${t('A channel that names nobody is {subject}.', { subject: SUBJECTS[subject] ?? subject })}
      </p>
      <div class="row">
        ${
          guarded
            ? nothing
            : html`<button type="button" aria-disabled=${this.busy} @click=${this.guard}>
                ${t('Analyze no employee from now on')}
              </button>`
        }
        <p class="quiet">
          ${t('Allowing it, and what is declared about the people who are recorded, is the operator’s to change:')}
          <code>undertone-relay org set-policy</code>.
        </p>
      </div>
    </section>`;
  }

  private export(): TemplateResult {
    return html`<section class="card" aria-labelledby="export-title">
      <h2 id="export-title">${t('Take everything along')}</h2>
      <p>
        ${t('Every row that is stored about the organization, one JSON object a line. Hashes and sealed secrets are left out.')}
      </p>
      <div class="row">
        <button type="button" aria-disabled=${this.busy} @click=${this.save}>${t('Export')}</button>
        ${this.exported === undefined ? nothing : html`<span class="quiet">${t('{rows} rows', { rows: formatNumber(this.exported) })}</span>`}
      </div>
    </section>`;
  }

  private end({ name }: Organization): TemplateResult {
    return html`<section class="card" aria-labelledby="end-title">
      <h2 id="end-title">${t('Delete the organization')}</h2>
      <p>
        ${t('For ever: every key stops at once, and within minutes nothing of it is left: calls, people, money, the audit log. Export it before.')}
      </p>
      <form class="row" @submit=${this.delete}>
        <label
          >${t('Its name, to confirm')} <input name="confirm" required autocomplete="off" placeholder=${name}
        /></label>
        <button class="danger" aria-disabled=${this.busy}>${t('Delete for ever')}</button>
      </form>
    </section>`;
  }

  private change(policy: Changes, said: string): void {
    void this.run(async () => {
      this.organization = (
        await call<{ organization: Organization }>('PATCH', '/v1/organization', { policy })
      ).organization;
      this.announce(said);
    });
  }

  private readonly setRetention = (event: SubmitEvent): void => {
    event.preventDefault();
    const days = new FormData(event.target as HTMLFormElement).get('days');
    this.change({ retention_days: days === '' ? null : Number(days) }, t('The retention was saved'));
  };

  private readonly setLanguage = (event: SubmitEvent): void => {
    event.preventDefault();
    const language = new FormData(event.target as HTMLFormElement).get('language');
    if (typeof language === 'string') this.change({ language }, t('The language was saved'));
  };

  private readonly guard = (): void => {
    this.change({ workplace_policy: true }, t('Employees are not analyzed any more'));
  };

  private readonly save = (): void => {
    void this.run(async () => {
      this.exporting = new AbortController();
      this.exported = 0;
      const rows = await exportOrganization(this.exporting.signal, (count) => (this.exported = count));
      this.announce(t('{rows} rows were exported', { rows: formatNumber(rows) }));
    });
  };

  private readonly delete = (event: SubmitEvent): void => {
    event.preventDefault();
    const confirm = new FormData(event.target as HTMLFormElement).get('confirm');
    if (typeof confirm !== 'string') return;
    void this.run(async () => {
      await call('DELETE', `/v1/organization?${new URLSearchParams({ confirm })}`);
      // Its keys work no more, so neither does the login.
      this.dispatchEvent(new CustomEvent('signed-out', { bubbles: true }));
    });
  };
}
