import { html, LitElement, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { call, Problem } from '../api/call.js';
import type { Login, LoginState, SignInWays } from './login.js';
import type { Organization } from './organization.js';
import { pageView } from './page-view.js';
import type { Person } from './person.js';
import { firstPlaceFor, invitationOf, PAGES, type Place, readPlace, titleOf } from './place.js';
import { Rights } from './rights.js';
import { View } from './view.js';
import { languageChoice } from '../language/language-choice.js';
import { t } from '../language/text.js';

/** How soon to ask again when the relay does not say who is logged in. */
const RETRY_MS = 4_000;
const NAME = t('Undertone console');

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
  private rights = new Rights(null);
  /** The secret of an invitation's link that was opened. */
  declare private invitation: string | undefined;
  declare private place: Place;
  declare private announcement: Announcement;
  /** Why the login is not known, why it ended by itself, or why signing out failed. */
  declare private problem: string;
  private ways: SignInWays = { api_key: false, company: false };
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Between this browser's tabs, which share a login: its start or end in one is that of all. */
  private tabs: BroadcastChannel | undefined;

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
      this.tabs?.postMessage('in');
      void this.settle();
    });
    this.addEventListener('signed-out', () => {
      void this.leave(t('The login has ended: sign in again.'));
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.navigated);
    this.tabs = new BroadcastChannel('undertone.console.login');
    this.tabs.addEventListener('message', () => void this.ask());
    if (window.isSecureContext) void this.ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.navigated);
    clearTimeout(this.timer);
    this.tabs?.close();
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
        <nav aria-label=${t('Console')}>
          ${PAGES.filter(({ path, needs }) => path !== 'account' && this.rights.may(needs)).map(
            ({ path, title }) =>
              html`<a href="#${path}" aria-current=${this.place.page === path ? 'page' : nothing}
                >${title}</a
              >`,
          )}
          <a href="/docs">${t('API reference')}</a>
        </nav>
        <span class="quiet">${this.organization.name} · ${this.organization.plan}${this.whoIsHere()}</span>
        ${languageChoice()}
        <button type="button" @click=${this.signOut}>${t('Sign out')}</button>
        <p class="problem" role="alert">${this.problem || nothing}</p>
      </header>
      <main class="page">
        ${pageView(this.place, { announce: this.announce, rights: this.rights, person: this.person })}
      </main>
      <p class="unseen" role="status">${keyed(number, html`<span>${text}</span>`)}</p>
    `;
  }

  /** The relay accepts the login's cookie only when the browser names the request's origin. Browsers do so only in a secure context. */
  private insecure(): TemplateResult {
    return html`<main class="sign-in card">
      <h1>${NAME}</h1>
      <p>
        ${t('The console needs HTTPS, or “localhost” on the relay’s own machine: elsewhere a browser keeps no login safe. Everything in it can also be done over the REST API.')}
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

  private readonly announce = (text: string): void => {
    this.announcement = { text, number: this.announcement.number + 1 };
  };

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
      this.problem = t('{text}. Trying again…', { text: error.text });
      if (this.isConnected) this.timer = setTimeout(() => void this.ask(), RETRY_MS);
    }
  }

  private enter({ organization, member }: Login): void {
    this.organization = organization;
    this.person = member;
    this.rights = new Rights(member);
    this.problem = '';
    this.place = readPlace(location.hash, firstPlaceFor(this.rights));
  }

  /** The ways to sign in may be others by now: the first owner may have come. */
  private async leave(reason: string): Promise<void> {
    this.person = null;
    this.organization = undefined;
    await this.ask();
    this.problem = reason;
  }

  private readonly navigated = (): void => {
    this.place = readPlace(location.hash, firstPlaceFor(this.rights));
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
      this.tabs?.postMessage('out');
      await this.leave('');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = t('You are still signed in: {text}', { text: error.text });
    }
  };
}
