import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { call } from '../api/call.js';
import { copyText } from '../shell/copy.js';
import { textOf } from '../shell/form-text.js';
import { type Person, ROLE_WORDS, ROLES } from '../shell/person.js';
import { View } from '../shell/view.js';
import { invitationCard } from './invitation-card.js';
import { deviceName } from './join-view.js';
import type { Invited, Member, Passkey, SignIn } from './member.js';
import { addPasskey, knowsPasskeys, NO_PASSKEYS } from './passkeys.js';
import { passkeyTable, signInTable } from './sign-in-tables.js';
import { t } from '../language/text.js';

/** One member: name and role, where the person is signed in, and with which passkeys. Everybody has this page of their own. */
export class MemberView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    memberId: { attribute: false },
    person: { attribute: false },
    member: { state: true },
    signIns: { state: true },
    passkeys: { state: true },
    invited: { state: true },
  };

  declare memberId: string;
  /** Who is signed in; null for an API key. */
  declare person: Person | null;
  declare private member: Member | undefined;
  declare private signIns: readonly SignIn[];
  declare private passkeys: readonly Passkey[];
  declare private invited: Invited | undefined;

  constructor() {
    super();
    this.memberId = '';
    this.person = null;
    this.member = undefined;
    this.signIns = [];
    this.passkeys = [];
    this.invited = undefined;
  }

  private get isSelf(): boolean {
    return this.person?.id === this.memberId;
  }

  private get isOwner(): boolean {
    return this.person === null || this.person.role === 'owner';
  }

  private get path(): string {
    return `/v1/members/${encodeURIComponent(this.memberId)}`;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const get = <T>(path: string): Promise<T> => call<T>('GET', path, undefined, signal);
    const [{ sessions }, { passkeys }, listed] = await Promise.all([
      get<{ sessions: SignIn[] }>(`${this.path}/sessions`),
      get<{ passkeys: Passkey[] }>(`${this.path}/passkeys`),
      this.isOwner ? get<{ members: Member[] }>('/v1/members') : undefined,
    ]);
    this.signIns = sessions;
    this.passkeys = passkeys;
    this.member = listed?.members.find(({ id }) => id === this.memberId);
  }

  protected override render(): TemplateResult {
    const shown = this.member ?? (this.isSelf ? this.person : undefined);
    const name = shown?.name ?? shown?.email ?? t('Member');
    return html`
      <h1 tabindex="-1">${this.isSelf ? t('Your account') : name}</h1>
      ${this.problems()}
      ${this.invited === undefined ? nothing : invitationCard(this.invited, this.copy, this.done)}
      ${
        shown === undefined || shown === null
          ? nothing
          : html`<p class="quiet">
              ${shown.email} · ${ROLE_WORDS[shown.role].title}: ${ROLE_WORDS[shown.role].about}
            </p>`
      }
      ${this.member === undefined ? nothing : this.settings(this.member)}
      <section class="card" aria-labelledby="sign-ins-title">
        <h2 id="sign-ins-title">${t('Signed in')}</h2>
        ${this.loaded ? signInTable(this.signIns, this.busy, this.end) : nothing}
      </section>
      <section class="card" aria-labelledby="passkeys-title">
        <h2 id="passkeys-title">${t('Passkeys')}</h2>
        ${this.loaded ? passkeyTable(this.passkeys, this.busy, this.removePasskey) : nothing}
        ${this.isSelf ? this.another() : nothing}
      </section>
    `;
  }

  private settings(member: Member): TemplateResult {
    return html`<form class="card" @submit=${this.save}>
      <h2>${t('Name and role')}</h2>
      <div class="row">
        <label class="grow"
          >${t('Name')}
          <input
            name="name"
            required
            maxlength="100"
            autocomplete="off"
            .value=${member.name ?? member.email}
        /></label>
        <label
          >${t('Role')}
          <select name="role">
            ${ROLES.map(
              (role) =>
                html`<option
                  value=${role}
                  ?selected=${role === member.role}
                  .selected=${role === member.role}
                >
                  ${ROLE_WORDS[role].title}: ${ROLE_WORDS[role].about}
                </option>`,
            )}
          </select></label
        >
        <button class="main" aria-disabled=${this.busy}>${t('Save')}</button>
      </div>
      <div class="row">
        <button type="button" aria-disabled=${this.busy} @click=${this.inviteAgain}>${t('New link')}</button>
        <button type="button" class="danger" aria-disabled=${this.busy} @click=${this.removeMember}>
          ${t('Remove member')}
        </button>
        <span class="quiet">${t('A new link lets the person in who lost the passkey.')}</span>
      </div>
    </form>`;
  }

  private another(): TemplateResult {
    if (!knowsPasskeys()) return html`<p class="quiet">${NO_PASSKEYS}</p>`;
    return html`<form class="row" @submit=${this.addPasskey}>
      <label class="grow"
        >${t('Name of this device')}
        <input name="name" required maxlength="60" autocomplete="off" value=${deviceName()}
      /></label>
      <button aria-disabled=${this.busy}>${t('Add a passkey')}</button>
    </form>`;
  }

  private readonly save = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    void this.run(async () => {
      await call('PATCH', this.path, { name: fields.get('name'), role: fields.get('role') });
      this.announce(t('Saved'));
      await this.reload();
    });
  };

  private readonly inviteAgain = (): void => {
    void this.run(async () => {
      this.invited = await call<Invited>('POST', `${this.path}/invitation`);
      this.announce(t('The link is there. Copy it now: it is shown once.'));
      await this.reload();
    });
  };

  private readonly removeMember = (): void => {
    const name = this.member?.name ?? this.member?.email ?? '';
    void this.run(
      async () => {
        await call('DELETE', this.path);
        this.announce(t('{name} was removed', { name }));
        location.hash = '#members';
      },
      t('Remove {name}? Passkeys and sign-ins end at once. API keys that the person made stay.', { name }),
    );
  };

  private readonly end = (signIn: SignIn): void => {
    void this.run(async () => {
      await call('DELETE', `${this.path}/sessions/${signIn.id}`);
      this.announce(t('The sign-in was ended'));
      await this.reload();
    });
  };

  private readonly addPasskey = (event: SubmitEvent): void => {
    event.preventDefault();
    const name = textOf(new FormData(event.target as HTMLFormElement), 'name');
    void this.run(async () => {
      await addPasskey(name);
      this.announce(t('The passkey was added'));
      await this.reload();
    });
  };

  private readonly removePasskey = (passkey: Passkey): void => {
    void this.run(
      async () => {
        await call('DELETE', `${this.path}/passkeys/${passkey.id}`);
        this.announce(t('The passkey {name} was removed', { name: passkey.name }));
        await this.reload();
      },
      t('Remove the passkey “{name}”? It opens nothing any more.', { name: passkey.name }),
    );
  };

  private readonly copy = (url: string): void => {
    void copyText(url, this.querySelector('.secret')).then(this.announce);
  };

  private readonly done = (): void => {
    this.invited = undefined;
  };
}
