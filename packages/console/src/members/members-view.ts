import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { call } from '../api/call.js';
import { copyText } from '../shell/copy.js';
import { textOf } from '../shell/form-text.js';
import { formatDate } from '../shell/format.js';
import { type Person, type Role, ROLE_WORDS, ROLES } from '../shell/person.js';
import { View } from '../shell/view.js';
import { invitationCard } from './invitation-card.js';
import type { Invited, Member } from './member.js';
import { t } from '../language/text.js';

/** The people of the organization: a list, and a form for an invitation. */
export class MembersView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    person: { attribute: false },
    members: { state: true },
    invited: { state: true },
  };

  /** Who is signed in; null for an API key. */
  declare person: Person | null;
  declare private members: readonly Member[];
  declare private invited: Invited | undefined;

  constructor() {
    super();
    this.person = null;
    this.members = [];
    this.invited = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    this.members = (await call<{ members: Member[] }>('GET', '/v1/members', undefined, signal)).members;
  }

  protected override render(): TemplateResult {
    const hasOwner = this.members.some(({ role, joined_at }) => role === 'owner' && joined_at !== null);
    return html`
      <h1 tabindex="-1">${t('Members')}</h1>
      ${this.problems()}
      ${
        this.person === null && this.loaded && !hasOwner
          ? html`<p class="card notice">
              ${t('You are here with an API key, which is for programs. Invite yourself as the owner and open the link: from then on the console takes no key any more, and the log says who did what.')}
            </p>`
          : nothing
      }
      ${this.invited === undefined ? nothing : invitationCard(this.invited, this.copy, this.done)}
      <form class="card" @submit=${this.invite}>
        <h2>${t('Invite somebody')}</h2>
        <div class="row">
          <label class="grow"
            >${t('E-mail')} <input name="email" type="email" required maxlength="254" autocomplete="off"
          /></label>
          <label class="grow">${t('Name')} <input name="name" maxlength="100" autocomplete="off" /></label>
          <label
            >${t('Role')}
            <select name="role">
              ${ROLES.map(
                (role) =>
                  html`<option value=${role} ?selected=${role === this.firstRole(hasOwner)}>
                    ${ROLE_WORDS[role].title}: ${ROLE_WORDS[role].about}
                  </option>`,
              )}
            </select></label
          >
          <button class="main" aria-disabled=${this.busy}>${t('Invite')}</button>
        </div>
      </form>
      ${this.loaded && this.members.length === 0 ? nothing : this.table()}
    `;
  }

  private firstRole(hasOwner: boolean): Role {
    return this.loaded && !hasOwner ? 'owner' : 'viewer';
  }

  private table(): TemplateResult {
    return html`<div class="card scroll" role="group" aria-label=${t('Members')} tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${t('Member')}</th>
            <th scope="col">${t('Role')}</th>
            <th scope="col">${t('Last seen')}</th>
            <th scope="col">${t('Passkeys')}</th>
            <th scope="col">${t('State')}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            this.members,
            ({ id }) => id,
            (member) =>
              html`<tr>
                <th scope="row">
                  <a href="#members/${member.id}">${member.name ?? member.email}</a>
                  ${member.name === null ? nothing : html`<br /><span class="quiet">${member.email}</span>`}
                </th>
                <td>${ROLE_WORDS[member.role].title}</td>
                <td class="date">${formatDate(member.last_seen_at)}</td>
                <td class="number">${member.passkeys}</td>
                <td class="date">${stateOf(member)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  private readonly invite = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const fields = new FormData(form);
    void this.run(async () => {
      const name = textOf(fields, 'name').trim();
      this.invited = await call<Invited>('POST', '/v1/members', {
        email: fields.get('email'),
        role: fields.get('role'),
        ...(name !== '' && { name }),
      });
      form.reset();
      this.announce(t('The link is there. Copy it now: it is shown once.'));
      await this.reload();
    });
  };

  private readonly copy = (url: string): void => {
    void copyText(url, this.querySelector('.secret')).then(this.announce);
  };

  private readonly done = (): void => {
    this.invited = undefined;
  };
}

const stateOf = ({ joined_at, invited_until }: Member): string => {
  if (invited_until !== null && new Date(invited_until) > new Date())
    return t('Invited until {invited_until}', { invited_until: formatDate(invited_until) });
  return joined_at === null
    ? t('The invitation has ended')
    : t('Since {joined_at}', { joined_at: formatDate(joined_at) });
};
