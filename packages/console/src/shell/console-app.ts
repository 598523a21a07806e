import { html, LitElement, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { call } from '../api/call.js';
import type { Organization } from './organization.js';

const PAGES = [
  { path: 'sessions', title: 'Sessions' },
  { path: 'predictions', title: 'Predictions' },
  { path: 'people', title: 'People' },
  { path: 'models', title: 'Models' },
  { path: 'wallet', title: 'Wallet' },
  { path: 'keys', title: 'API keys' },
  { path: 'webhooks', title: 'Webhooks' },
] as const;
type Page = (typeof PAGES)[number]['path'];

/** Where the address's fragment leads: `#sessions/call-7` is one session's page. */
interface Place {
  readonly page: Page;
  readonly item: string | undefined;
}

/** The whole app: login, navigation by the address's fragment, and one view at a time. */
export class ConsoleApp extends LitElement {
  static override properties: PropertyDeclarations = {
    organization: { state: true },
    place: { state: true },
    announcement: { state: true },
  };

  /** Undefined until the relay has said whether there is a login. */
  declare private organization: Organization | null | undefined;
  declare private place: Place;
  declare private announcement: string;

  constructor() {
    super();
    this.organization = undefined;
    this.place = readPlace();
    this.announcement = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.#navigated);
    this.addEventListener('signed-in', (event) => {
      this.organization = (event as CustomEvent<Organization>).detail;
    });
    this.addEventListener('signed-out', () => {
      this.organization = null;
    });
    void call<{ organization: Organization | null }>('GET', '/console/session').then(
      ({ organization }) => (this.organization = organization),
      () => (this.organization = null),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#navigated);
  }

  readonly #navigated = (): void => {
    this.place = readPlace();
  };

  protected override render(): TemplateResult | typeof nothing {
    if (this.organization === undefined) return nothing;
    if (this.organization === null) return html`<ut-sign-in></ut-sign-in>`;
    return html`
      <header class="bar">
        <strong>Undertone</strong>
        <nav aria-label="Console">
          ${PAGES.map(
            ({ path, title }) =>
              html`<a href="#${path}" aria-current=${this.place.page === path ? 'page' : nothing}
                >${title}</a
              >`,
          )}
          <a href="/docs">API reference</a>
        </nav>
        <span class="quiet">${this.organization.name} · ${this.organization.plan}</span>
        <button type="button" @click=${this.#signOut}>Sign out</button>
      </header>
      <main class="page">${this.#view()}</main>
      <p class="unseen" role="status">${this.announcement}</p>
    `;
  }

  /** A view loads what it shows when it appears, so that each item gets a view of its own. */
  #view(): unknown {
    const announce = (text: string): void => {
      this.announcement = text;
    };
    const { page, item } = this.place;
    switch (page) {
      case 'sessions':
        return item === undefined
          ? html`<ut-sessions .announce=${announce}></ut-sessions>`
          : keyed(item, html`<ut-session .announce=${announce} .sessionId=${item}></ut-session>`);
      case 'predictions':
        return html`<ut-predictions .announce=${announce}></ut-predictions>`;
      case 'people':
        return html`<ut-people .announce=${announce}></ut-people>`;
      case 'models':
        return item === undefined
          ? html`<ut-models .announce=${announce}></ut-models>`
          : keyed(item, html`<ut-job .announce=${announce} .jobId=${item}></ut-job>`);
      case 'keys':
        return html`<ut-keys .announce=${announce}></ut-keys>`;
      case 'webhooks':
        return html`<ut-webhooks .announce=${announce}></ut-webhooks>`;
      case 'wallet':
        return html`<ut-wallet .announce=${announce}></ut-wallet>`;
      default:
        return page satisfies never;
    }
  }

  readonly #signOut = async (): Promise<void> => {
    await call('DELETE', '/console/session');
    this.organization = null;
  };
}

const readPlace = (): Place => {
  const [name, ...rest] = location.hash.slice(1).split('/');
  const page = PAGES.find(({ path }) => path === name)?.path ?? 'sessions';
  const item = rest.join('/');
  return { page, item: item === '' ? undefined : decoded(item) };
};

/** What somebody typed need not be an address of ours: `100%` is no encoding of anything. */
const decoded = (item: string): string => {
  try {
    return decodeURIComponent(item);
  } catch (error) {
    if (error instanceof URIError) return item;
    throw error;
  }
};
