import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { call, Problem } from '../api/call.js';
import { textOf } from '../shell/form-text.js';
import { signedIn } from '../shell/login.js';
import { type Role, ROLE_WORDS } from '../shell/person.js';
import { joinWithPasskey, knowsPasskeys, NO_PASSKEYS } from './passkeys.js';
import { t } from '../language/text.js';

interface Invited {
  readonly organization: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
}

/** What an invitation's link opens: whom it is for, and the passkey with which that person signs in from then on. */
export class JoinView extends LitElement {
  static override properties: PropertyDeclarations = {
    token: { attribute: false },
    invited: { state: true },
    problem: { state: true },
    busy: { state: true },
  };

  declare token: string;
  declare private invited: Invited | undefined;
  declare private problem: string;
  declare private busy: boolean;

  constructor() {
    super();
    this.token = '';
    this.invited = undefined;
    this.problem = '';
    this.busy = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.ask();
  }

  protected override render(): TemplateResult {
    return html`<main class="sign-in card">
      <h1 tabindex="-1">${t('Join the console')}</h1>
      ${this.invited === undefined ? nothing : this.form(this.invited)}
      <p class="problem" role="alert">${this.problem || nothing}</p>
    </main>`;
  }

  private form({ organization, email, name, role }: Invited): TemplateResult {
    const { title, about } = ROLE_WORDS[role];
    return html`<p>${t('{who} is invited to {organization}.', { who: name ?? email, organization })}</p>
      <p class="quiet">${title}: ${about}.</p>
      ${
        knowsPasskeys()
          ? html`<form @submit=${this.join}>
              <p class="quiet">
                ${t('You sign in with a passkey: your fingerprint, your face or the PIN of this device. It stays on your device, and there is no password.')}
              </p>
              <label
                >${t('Name of this device')}
                <input name="name" required maxlength="60" autocomplete="off" value=${deviceName()}
              /></label>
              <button class="main" aria-disabled=${this.busy}>${t('Make a passkey and sign in')}</button>
            </form>`
          : html`<p>${NO_PASSKEYS}</p>`
      }`;
  }

  private async ask(): Promise<void> {
    try {
      this.invited = await call<Invited>('POST', '/console/invitation', { token: this.token });
      await this.updateComplete;
      this.querySelector<HTMLElement>('button, h1')?.focus();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.text;
    }
  }

  private readonly join = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    this.problem = '';
    try {
      const name = textOf(new FormData(event.target as HTMLFormElement), 'name');
      const login = await joinWithPasskey(this.token, name);
      // The link is used up: it leaves the address and the history.
      history.replaceState(null, '', '#try');
      this.dispatchEvent(signedIn(login));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.text;
    } finally {
      this.busy = false;
    }
  };
}

/** A first proposal: people know their devices by it. */
export const deviceName = (): string => {
  const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'CrOS', 'Linux'];
  const found = systems.find((name) => navigator.userAgent.includes(name));
  return found === undefined
    ? t('This device')
    : found.replace('Mac OS', 'Mac').replace('CrOS', 'Chromebook');
};
