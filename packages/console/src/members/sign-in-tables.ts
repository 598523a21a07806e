import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { formatDate } from '../shell/format.js';
import { browserName, METHOD_WORDS, type Passkey, type SignIn } from './member.js';
import { t } from '../language/text.js';

/** Where a member is signed in. */
export const signInTable = (
  signIns: readonly SignIn[],
  busy: boolean,
  end: (signIn: SignIn) => void,
): TemplateResult => {
  if (signIns.length === 0) return html`<p class="quiet">${t('Nowhere.')}</p>`;
  return html`<div class="scroll" role="group" aria-label=${t('Signed in')} tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${t('Browser')}</th>
          <th scope="col">${t('With')}</th>
          <th scope="col">${t('Since')}</th>
          <th scope="col">${t('Last seen')}</th>
          <th scope="col">${t('Ends')}</th>
          <th scope="col"><span class="unseen">${t('Actions')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          signIns,
          ({ id }) => id,
          (signIn) =>
            html`<tr>
              <th scope="row">${browserName(signIn.user_agent)}</th>
              <td>${METHOD_WORDS[signIn.method]}</td>
              <td class="date">${formatDate(signIn.created_at)}</td>
              <td class="date">${formatDate(signIn.last_seen_at)}</td>
              <td class="date">${formatDate(signIn.expires_at)}</td>
              <td>
                ${
                  signIn.current
                    ? html`<span class="quiet">${t('this one')}</span>`
                    : html`<button
                        type="button"
                        class="danger"
                        aria-disabled=${busy}
                        @click=${() => end(signIn)}
                      >
                        ${t('End')}<span class="unseen">
                          ${t('{user_agent} since {created_at}', { user_agent: browserName(signIn.user_agent), created_at: formatDate(signIn.created_at) })}</span
                        >
                      </button>`
                }
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
};

/** What a member signs in with. */
export const passkeyTable = (
  passkeys: readonly Passkey[],
  busy: boolean,
  remove: (passkey: Passkey) => void,
): TemplateResult => {
  if (passkeys.length === 0) return html`<p class="quiet">${t('None.')}</p>`;
  return html`<div class="scroll" role="group" aria-label=${t('Passkeys')} tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${t('Device')}</th>
          <th scope="col">${t('Opens')}</th>
          <th scope="col">${t('Added')}</th>
          <th scope="col">${t('Last used')}</th>
          <th scope="col"><span class="unseen">${t('Actions')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          passkeys,
          ({ id }) => id,
          (passkey) =>
            html`<tr>
              <th scope="row">${passkey.name}</th>
              <td>${passkey.site}</td>
              <td class="date">${formatDate(passkey.created_at)}</td>
              <td class="date">${formatDate(passkey.last_used_at)}</td>
              <td>
                <button type="button" class="danger" aria-disabled=${busy} @click=${() => remove(passkey)}>
                  ${t('Remove')}<span class="unseen"> ${passkey.name}</span>
                </button>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
};
