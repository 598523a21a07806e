import { html, LitElement, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { call, Problem } from '../api/call.js';
import type { Organization } from './organization.js';

/** Takes an API key once. The relay seals it in a cookie that no script can read. */
export class SignIn extends LitElement {
  static override properties: PropertyDeclarations = {
    reason: { attribute: false },
    problem: { state: true },
    busy: { state: true },
  };

  /** Why a person who was logged in must log in again. */
  declare reason: string;
  declare private problem: string;
  declare private busy: boolean;

  constructor() {
    super();
    this.reason = '';
    this.problem = '';
    this.busy = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    this.querySelector('input')?.focus();
  }

  protected override render(): TemplateResult {
    return html`<main class="sign-in card">
      <h1>Undertone console</h1>
      <p class="quiet">
        Sign in with an API key of your organization. The relay printed one at its first start.
      </p>
      <form @submit=${this.submit}>
        <label
          >API key
          <input
            name="key"
            type="password"
            required
            autocomplete="current-password"
            pattern="psk_.+"
            title="An API key begins with psk_"
            aria-describedby="sign-in-problem"
          />
        </label>
        <p id="sign-in-problem" class="problem" role="alert">${this.problem || this.reason || nothing}</p>
        <button class="main" aria-disabled=${this.busy}>Sign in</button>
      </form>
    </main>`;
  }

  private readonly submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.busy) return;
    const form = event.target as HTMLFormElement;
    const key = new FormData(form).get('key');
    this.busy = true;
    this.problem = this.reason = '';
    try {
      const { organization } = await call<{ organization: Organization }>('POST', '/console/session', {
        api_key: key,
      });
      form.reset();
      this.dispatchEvent(new CustomEvent('signed-in', { detail: organization, bubbles: true }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.text;
    } finally {
      this.busy = false;
    }
  };
}
