import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { SessionListItem } from '@undertone/sdk';
import { allowed } from '../api/allowed.js';
import { call } from '../api/call.js';
import { View } from '../shell/view.js';
import { askedOf, requestFor } from './call-query.js';
import { callRow } from './call-row.js';
import { type FilterChoices, filterForm } from './filter-form.js';
import { t } from '../language/text.js';

interface SessionPage {
  readonly sessions: readonly SessionListItem[];
  readonly next_cursor: string | null;
}

interface AlertRule {
  readonly metric: string;
  readonly direction: string;
  readonly alert_type?: string;
}

const NO_CHOICES: FilterChoices = { alerts: [], people: [] };

/** Calls: searched, filtered, sorted, in pages. What is asked for stands in the address, so that it can be kept and sent. */
export class SessionsView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    asked: { attribute: false },
    sessions: { state: true },
    cursor: { state: true },
    choices: { state: true },
  };

  declare asked: URLSearchParams;
  declare private sessions: readonly SessionListItem[];
  declare private cursor: string | null;
  /** Undefined until they were fetched; the list does not wait for them. */
  declare private choices: FilterChoices | undefined;
  private shown = '';

  constructor() {
    super();
    this.asked = new URLSearchParams();
    this.sessions = [];
    this.cursor = null;
    this.choices = undefined;
  }

  override connectedCallback(): void {
    this.shown = askedOf(this.asked).toString();
    super.connectedCallback();
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const page = await call<SessionPage>('GET', requestFor(askedOf(this.asked)), undefined, signal);
    this.sessions = page.sessions;
    this.cursor = page.next_cursor;
    this.choices ??= await loadChoices(signal);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const next = askedOf(this.asked).toString();
    if (!changed.has('asked') || next === this.shown) return;
    this.shown = next;
    void this.reload().then((arrived) => {
      if (arrived) this.announce(this.found());
    });
  }

  protected override render(): TemplateResult {
    return html`
      <div class="row">
        <h1 class="grow" tabindex="-1">${t('Calls')}</h1>
        <button type="button" aria-disabled=${this.busy} @click=${this.refresh}>${t('Refresh')}</button>
      </div>
      ${this.problems()} ${filterForm(askedOf(this.asked), this.choices ?? NO_CHOICES, this.apply)}
      ${this.sessions.length === 0 ? this.empty() : this.list()} ${this.moreButton(this.cursor, this.more)}
    `;
  }

  private empty(): TemplateResult | typeof nothing {
    if (!this.loaded) return nothing;
    if (this.shown !== '') {
      return html`<p class="card quiet">
        ${t('No call fits.')} <a href="#sessions">${t('Show all calls')}</a>
      </p>`;
    }
    return html`<p class="card quiet">
      ${t('No call yet. A live stream makes one, an analysis with a session_id, or this request:')}
      <code>POST /v1/sessions</code>
    </p>`;
  }

  private list(): TemplateResult {
    return html`<ol class="card calls" aria-label=${t('Calls')}>
      ${repeat(
        this.sessions,
        ({ id }) => id,
        (session) => callRow(session),
      )}
    </ol>`;
  }

  private found(): string {
    const { length } = this.sessions;
    if (length === 0) return t('No call fits');
    return `${length === 1 ? t('1 call') : t('{length} calls', { length })}${this.cursor === null ? '' : t(', and more')}`;
  }

  /** Puts what the form asks for into the address; the list follows the address. */
  private readonly apply = (form: HTMLFormElement): void => {
    const asked = askedOf(new FormData(form).entries()).toString();
    const place = asked === '' ? '#sessions' : `#sessions?${asked}`;
    if (location.hash !== place) location.hash = place;
  };

  private readonly refresh = (): void => {
    void this.run(async () => {
      if (await this.reload()) this.announce(t('The list is up to date'));
    });
  };

  private readonly more = (): void => {
    void this.run(async () => {
      if (this.cursor === null) return;
      const page = await call<SessionPage>('GET', requestFor(askedOf(this.asked), this.cursor));
      this.sessions = [...this.sessions, ...page.sessions];
      this.cursor = page.next_cursor;
    });
  };
}

const loadChoices = async (signal: AbortSignal): Promise<FilterChoices> => {
  const [alerts, people] = await Promise.all([
    allowed(call<{ alerts: readonly AlertRule[] }>('GET', '/v1/alerts', undefined, signal)),
    allowed(
      call<{ speakers: FilterChoices['people'] }>('GET', '/v1/voice/speakers?limit=100', undefined, signal),
    ),
  ]);
  return { alerts: alerts?.alerts.map(alertTypeOf) ?? [], people: people?.speakers ?? [] };
};

const alertTypeOf = ({ metric, direction, alert_type: type }: AlertRule): string =>
  type ?? `${metric.replace('.', '_')}_${direction === 'above' ? 'high' : 'low'}`;
