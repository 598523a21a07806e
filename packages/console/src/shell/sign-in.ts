import { html, LitElement, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { call, Problem } from '../api/call.js';
import { enterWithPasskey, knowsPasskeys, NO_PASSKEYS } from '../members/passkeys.js';
import { type Login, refusalOf, signedIn, type SignInWays } from './login.js';
import { languageChoice } from '../language/language-choice.js';
import { t } from '../language/text.js';

/** A passkey, or an API key while nobody owns a passkey here. The relay seals it in a cookie that no script can read. */
export class SignIn extends LitElement {
  static override properties: PropertyDeclarations = {
    reason: { attribute: false },
    ways: { attribute: false },
    problem: { state: true },
    busy: { state: true },
  };

  /** Why a person who was logged in must log in again. */
  declare reason: string;
  declare ways: SignInWays;
  declare private problem: string;
  declare private busy: boolean;

  constructor() {
    super();
    this.reason = '';
    this.ways = { api_key: false, company: false };
    this.problem = '';
    this.busy = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    (this.querySelector('input') ?? this.querySelector('button'))?.focus();
  }

  protected override render(): TemplateResult {
    return html`<main class="sign-in card">
      <h1>${t('Undertone console')}</h1>
      ${this.ways.api_key ? this.withKey() : nothing} ${this.withPasskey()} ${this.withCompany()}
      <p id="sign-in-problem" class="problem" role="alert">
        ${this.problem || this.reason || (refusalOf(location.hash) ?? nothing)}
      </p>
      ${
        this.ways.api_key
          ? nothing
          : html`<p class="quiet">
              ${t('Not a member yet? An owner of your organization makes you a link.')}
            </p>`
      }
      ${languageChoice()}
    </main>`;
  }

  private withKey(): TemplateResult {
    return html`<p class="quiet">
        ${t('Sign in with an API key of your organization. The relay printed one at its first start. Once an owner has signed in, people use passkeys.')}
      </p>
      <form @submit=${this.submit}>
        <label
          >${t('API key')}
          <input
            name="key"
            type="password"
            required
            autocomplete="current-password"
            pattern="psk_.+"
            title=${t('An API key begins with psk_')}
            aria-describedby="sign-in-problem"
          />
        </label>
        <button class="main" aria-disabled=${this.busy}>${t('Sign in')}</button>
      </form>`;
  }

  private withPasskey(): TemplateResult {
    if (!knowsPasskeys()) return html`<p class="quiet">${NO_PASSKEYS}</p>`;
    return html`<button
      type="button"
      class=${this.ways.api_key ? nothing : 'main'}
      aria-disabled=${this.busy}
      @click=${this.usePasskey}
    >
      ${t('Use a passkey')}
    </button>`;
  }

  private withCompany(): TemplateResult | typeof nothing {
    if (!this.ways.company) return nothing;
    // A page of the relay that leads on to the company's provider.
    return html`<a class="button" href="/console/company">${t('Sign in with your company’s account')}</a>`;
  }

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const key = new FormData(form).get('key');
    void this.enter(async () => {
      const login = await call<Login>('POST', '/console/session', { api_key: key });
      form.reset();
      return login;
    });
  };

  private readonly usePasskey = (): void => void this.enter(enterWithPasskey);

  private async enter(ask: () => Promise<Login>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = this.reason = '';
    try {
      this.dispatchEvent(signedIn(await ask()));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.text;
    } finally {
      this.busy = false;
    }
  }
}
