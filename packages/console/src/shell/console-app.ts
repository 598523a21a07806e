import { html, LitElement, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { call, Problem } from '../api/call.js';
import type { Login, LoginState, SignInWays } from './login.js';
import type { Organization } from './organization.js';
import { isFor, type Person, ROLE_WORDS } from './person.js';
import { firstPlaceFor, invitationOf, PAGES, type Place, readPlace, titleOf } from './place.js';
import { View } from './view.js';

/** How soon to ask again when the relay does not say who is logged in. */
const RETRY_MS = 4_000;
const NAME = 'Undertone console';

interface Announcement {
  readonly text: string;
  /** Distinguishes two announcements with the same words: a screen reader would not read the second one otherwise. */
  readonly number: number;
}

/** The whole app: login, navigation by the URL fragment, and one view at a time. */
export class ConsoleApp extends LitElement {
  static override properties: PropertyDeclarations = {
    organization: { state: true },
    person: { state: true },
    invitation: { state: true },
    place: { state: true },
    announcement: { state: true },
    problem: { state: true },
  };

  /** Undefined until the relay says whether somebody is logged in; null when nobody is. */
  declare private organization: Organization | null | undefined;
  /** Who of the organization is signed in; null for an API key. */
  declare private person: Person | null;
  /** The secret of an invitation's link that was opened. */
  declare private invitation: string | undefined;
  declare private place: Place;
  declare private announcement: Announcement;
  /** Why the login is not known, why it ended by itself, or why signing out failed. */
  declare private problem: string;
  private ways: SignInWays = { api_key: false, company: false };
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.organization = undefined;
    this.person = null;
    this.invitation = invitationOf(location.hash);
    this.place = readPlace(location.hash);
    this.announcement = { text: '', number: 0 };
    this.problem = '';
    this.addEventListener('signed-in', (event) => {
      this.invitation = undefined;
      this.enter((event as CustomEvent<Login>).detail);
      void this.settle();
    });
    this.addEventListener('signed-out', () => {
      void this.leave('The login has ended: sign in again.');
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.navigated);
    if (window.isSecureContext) void this.ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.navigated);
    clearTimeout(this.timer);
  }

  protected override updated(): void {
    document.title = this.organization ? `${titleOf(this.place)} · ${NAME}` : NAME;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!window.isSecureContext) return this.insecure();
    if (this.invitation !== undefined) return html`<ut-join .token=${this.invitation}></ut-join>`;
    if (this.organization === undefined) return this.problem === '' ? nothing : this.unknown();
    if (this.organization === null) return this.signIn();
    const { text, number } = this.announcement;
    return html`
      <header class="bar">
        <strong>Undertone</strong>
        <nav aria-label="Console">
          ${PAGES.filter(({ path, least }) => path !== 'account' && isFor(least, this.person)).map(
            ({ path, title }) =>
              html`<a href="#${path}" aria-current=${this.place.page === path ? 'page' : nothing}
                >${title}</a
              >`,
          )}
          <a href="/docs">API reference</a>
        </nav>
        <span class="quiet">${this.organization.name} · ${this.organization.plan}${this.whoIsHere()}</span>
        <button type="button" @click=${this.signOut}>Sign out</button>
        <p class="problem" role="alert">${this.problem || nothing}</p>
      </header>
      <main class="page">${this.view()}</main>
      <p class="unseen" role="status">${keyed(number, html`<span>${text}</span>`)}</p>
    `;
  }

  /** The relay accepts the login's cookie only when the browser names the request's origin. Browsers do so only in a secure context. */
  private insecure(): TemplateResult {
    return html`<main class="sign-in card">
      <h1>${NAME}</h1>
      <p>
        The console needs HTTPS, or <code>localhost</code> on the relay’s own machine: elsewhere a browser
        keeps no login safe. Everything in it can also be done over the REST API.
      </p>
    </main>`;
  }

  private unknown(): TemplateResult {
    return html`<main class="sign-in card">
      <h1>${NAME}</h1>
      <p class="problem" role="alert">${this.problem}</p>
    </main>`;
  }

  private signIn(): TemplateResult {
    return html`<ut-sign-in .reason=${this.problem} .ways=${this.ways}></ut-sign-in>`;
  }

  private whoIsHere(): unknown {
    if (this.person === null) return nothing;
    const { email, name } = this.person;
    return html` · <a href="#account">${name ?? email}</a>`;
  }

  /** The relay refuses it too; this only says so before. */
  private beyond(): TemplateResult {
    const role = this.person === null ? undefined : ROLE_WORDS[this.person.role];
    return html`<section class="stack">
      <h1 tabindex="-1">${titleOf(this.place)}</h1>
      <p class="card">
        ${
          role === undefined
            ? 'An API key is nobody: this page is for members.'
            : `The role ${role.title} does not reach this page. An owner can give you another one.`
        }
      </p>
    </section>`;
  }

  /** A view loads its data when it appears. Therefore each item gets its own view. */
  private view(): unknown {
    const announce = (text: string): void => {
      this.announcement = { text, number: this.announcement.number + 1 };
    };
    const { page, item } = this.place;
    const person = this.person;
    if (!isFor(PAGES.find(({ path }) => path === page)?.least ?? 'owner', person)) return this.beyond();
    switch (page) {
      case 'overview':
        return html`<ut-overview .announce=${announce}></ut-overview>`;
      case 'try':
        return html`<ut-playground .announce=${announce}></ut-playground>`;
      case 'live':
        return html`<ut-live .announce=${announce} .chosen=${item}></ut-live>`;
      case 'sessions':
        return item === undefined
          ? html`<ut-sessions .announce=${announce} .asked=${this.place.query}></ut-sessions>`
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
        return html`<ut-webhooks .announce=${announce} .asked=${this.place.query}></ut-webhooks>`;
      case 'rules':
        return html`<ut-rules .announce=${announce}></ut-rules>`;
      case 'settings':
        return html`<ut-settings .announce=${announce}></ut-settings>`;
      case 'wallet':
        return html`<ut-wallet .announce=${announce}></ut-wallet>`;
      case 'members':
        return item === undefined
          ? html`<ut-members .announce=${announce} .person=${person}></ut-members>`
          : keyed(
              item,
              html`<ut-member .announce=${announce} .person=${person} .memberId=${item}></ut-member>`,
            );
      case 'log':
        return item === 'audit'
          ? html`<ut-audit .announce=${announce} .person=${person} .asked=${this.place.query}></ut-audit>`
          : html`<ut-requests
              .announce=${announce}
              .person=${person}
              .asked=${this.place.query}
            ></ut-requests>`;
      case 'account':
        return person === null
          ? this.beyond()
          : html`<ut-member .announce=${announce} .person=${person} .memberId=${person.id}></ut-member>`;
      default:
        return page satisfies never;
    }
  }

  /** Asks who is logged in until the relay answers. Without an answer, "nobody" would be a guess. */
  private async ask(): Promise<void> {
    try {
      const state = await call<LoginState>('GET', '/console/session');
      if (state.organization === null) {
        this.ways = state.sign_in;
        this.organization = null;
      } else this.enter(state);
      this.problem = '';
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = `${error.text}. Trying again…`;
      if (this.isConnected) this.timer = setTimeout(() => void this.ask(), RETRY_MS);
    }
  }

  private enter({ organization, member }: Login): void {
    this.organization = organization;
    this.person = member;
    this.problem = '';
    this.place = readPlace(location.hash, firstPlaceFor(member));
  }

  /** The ways to sign in may be others by now: the first owner may have come. */
  private async leave(reason: string): Promise<void> {
    this.person = null;
    this.organization = undefined;
    await this.ask();
    this.problem = reason;
  }

  private readonly navigated = (): void => {
    this.place = readPlace(location.hash, firstPlaceFor(this.person));
    this.invitation = invitationOf(location.hash);
    if (this.organization) this.problem = '';
    void this.settle();
  };

  /** Focuses the view's heading if the focus is lost because the link or form that led here is gone. */
  private async settle(): Promise<void> {
    await this.updateComplete;
    const view = this.querySelector('main')?.firstElementChild;
    if (!(view instanceof View)) return;
    await view.updateComplete;
    if (!this.contains(document.activeElement)) view.focusHeading();
  }

  private readonly signOut = async (): Promise<void> => {
    try {
      await call('DELETE', '/console/session');
      await this.leave('');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = `You are still signed in: ${error.text}`;
    }
  };
}
