import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { call } from '../api/call.js';
import { View } from '../shell/view.js';
import { t } from '../language/text.js';

/** How many rows come at a time. */
const PAGE = 50;

/** A page of rows, and how the next one is asked for; null after the last. */
interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** A log in pages, newest first: its filters stand in the address. */
export abstract class LogPage<Row> extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    asked: { attribute: false },
    rows: { state: true },
    next: { state: true },
  };

  declare asked: URLSearchParams;
  declare protected rows: readonly Row[];
  declare private next: string | null;
  private shown = '';

  constructor() {
    super();
    this.asked = new URLSearchParams();
    this.rows = [];
    this.next = null;
  }

  /** `#log` or `#log/audit`. */
  protected abstract readonly place: string;
  protected abstract readonly path: string;
  protected abstract readonly heading: string;
  protected abstract readonly filterNames: readonly string[];
  protected abstract filters(asked: URLSearchParams): TemplateResult;
  protected abstract table(): TemplateResult;
  /** Reads an answer. @returns what the next page's query is, `name=value`, or null */
  protected abstract read(answer: unknown): Rows<Row>;

  override connectedCallback(): void {
    this.shown = this.filtered().toString();
    super.connectedCallback();
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const { rows, next } = await this.fetchPage(null, signal);
    this.rows = rows;
    this.next = next;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const asked = this.filtered().toString();
    if (!changed.has('asked') || asked === this.shown) return;
    this.shown = asked;
    this.rows = [];
    void this.reload().then((arrived) => {
      if (arrived) this.announce(this.counted());
    });
  }

  protected override render(): TemplateResult {
    const asked = this.filtered();
    return html`
      <h1 tabindex="-1">${this.heading}</h1>
      ${this.otherLog()} ${this.problems()}
      <form class="card row" role="search" aria-label=${this.heading} @change=${this.apply}>
        ${this.filters(asked)}
        <button type="button" aria-disabled=${this.busy} @click=${this.refresh}>${t('Refresh')}</button>
      </form>
      ${this.rows.length === 0 ? this.empty() : this.table()} ${this.moreButton(this.next, this.more)}
    `;
  }

  private otherLog(): TemplateResult | typeof nothing {
    if (!this.rights.may('GET /v1/audit')) return nothing;
    return this.place === '#log'
      ? html`<p><a href="#log/audit">${t('Who did what (audit log)')}</a></p>`
      : html`<p><a href="#log">${t('Requests')}</a></p>`;
  }

  private empty(): TemplateResult | typeof nothing {
    if (!this.loaded) return nothing;
    return html`<p class="card quiet">
      ${this.shown === '' ? t('Nothing yet.') : html`${t('Nothing fits.')} <a href=${this.place}>${t('Show all')}</a>`}
    </p>`;
  }

  private counted(): string {
    const { length } = this.rows;
    return this.next === null ? t('Rows: {length}', { length }) : t('Rows: {length}, and more', { length });
  }

  private filtered(): URLSearchParams {
    const asked = new URLSearchParams();
    for (const name of this.filterNames) {
      const value = this.asked.get(name) ?? '';
      if (value !== '') asked.set(name, value);
    }
    return asked;
  }

  private async fetchPage(next: string | null, signal?: AbortSignal): Promise<Rows<Row>> {
    const query = this.filtered();
    query.set('limit', String(PAGE));
    const path = `${this.path}?${query}${next === null ? '' : `&${next}`}`;
    return this.read(await call('GET', path, undefined, signal));
  }

  /** Puts what the form asks for into the address; the list follows the address. */
  private readonly apply = (event: Event): void => {
    const asked = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget as HTMLFormElement))
      if (typeof value === 'string' && value.trim() !== '') asked.set(name, value.trim());
    location.hash = asked.size === 0 ? this.place : `${this.place}?${asked}`;
  };

  private readonly refresh = (): void => {
    void this.run(async () => {
      if (await this.reload()) this.announce(t('The list is up to date'));
    });
  };

  private readonly more = (): void => {
    void this.run(async () => {
      const { rows, next } = await this.fetchPage(this.next);
      this.rows = [...this.rows, ...rows];
      this.next = next;
      this.announce(this.counted());
    });
  };
}
