import type { ApiKey, CreatedApiKey } from '@undertone/sdk';
import { html, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { call } from '../api/call.js';
import { copyText } from '../shell/copy.js';
import { formatDate, formatDuration } from '../shell/format.js';
import { View } from '../shell/view.js';
import { scopeBoxes, scopeText } from './key-scopes.js';
import { usageByKey } from './key-usage.js';
import { t } from '../language/text.js';

/** API keys: a list, a form for a new key, and the new key itself, shown once. */
export class KeysView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    keys: { state: true },
    created: { state: true },
    usage: { state: true },
  };

  declare private keys: readonly ApiKey[];
  declare private created: CreatedApiKey | undefined;
  /** Seconds by key; undefined for who may not see that. */
  declare private usage: ReadonlyMap<string, number> | undefined;

  constructor() {
    super();
    this.keys = [];
    this.created = undefined;
    this.usage = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const [{ api_keys: keys }, usage] = await Promise.all([
      call<{ api_keys: ApiKey[] }>('GET', '/v1/api-keys', undefined, signal),
      usageByKey(signal),
    ]);
    this.keys = keys;
    this.usage = usage;
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">${t('API keys')}</h1>
      ${this.problems()} ${this.created === undefined ? nothing : this.newKey(this.created)}
      <form class="card" @submit=${this.create}>
        <div class="row">
          <label class="grow"
            >${t('Name')} <input name="name" required maxlength="100" placeholder=${t('Billing server')}
          /></label>
          <label
            >${t('Requests a minute')}
            <input name="rate_limit" type="number" min="1" placeholder=${t("the plan's")}
          /></label>
          <label>${t('Expires')} <input name="expires_at" type="date" /></label>
        </div>
        ${scopeBoxes()}
        <button class="main" aria-disabled=${this.busy}>${t('Create key')}</button>
      </form>
      <div class="card scroll" role="group" aria-label=${t('Keys')} tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">${t('Name')}</th>
              <th scope="col">${t('Begins with')}</th>
              <th scope="col">${t('May')}</th>
              ${this.usage === undefined ? nothing : html`<th scope="col">${t('Heard in 30 days')}</th>`}
              <th scope="col">${t('Requests a minute')}</th>
              <th scope="col">${t('Created')}</th>
              <th scope="col">${t('Last used')}</th>
              <th scope="col">${t('Expires')}</th>
              <th scope="col"><span class="unseen">${t('Actions')}</span></th>
            </tr>
          </thead>
          <tbody>
            ${repeat(
              this.keys,
              ({ id }) => id,
              (key) =>
                html`<tr>
                  <th scope="row">${key.name}</th>
                  <td><code>${key.prefix}…</code></td>
                  <td>${scopeText(key.scopes)}</td>
                  ${
                    this.usage === undefined
                      ? nothing
                      : html`<td class="number">${formatDuration(this.usage.get(key.id) ?? 0)}</td>`
                  }
                  <td class="number">${key.rate_limit}</td>
                  <td>${formatDate(key.created_at)}</td>
                  <td>${formatDate(key.last_used_at)}</td>
                  <td>${formatDate(key.expires_at)}</td>
                  <td>
                    <button
                      type="button"
                      class="danger"
                      aria-disabled=${this.busy}
                      @click=${() => this.revoke(key)}
                    >
                      ${t('Revoke')}<span class="unseen"> ${key.name}</span>
                    </button>
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    `;
  }

  private newKey({ api_key: { key, name }, message }: CreatedApiKey): TemplateResult {
    return html`<section class="card notice" aria-labelledby="new-key">
      <h2 id="new-key">${name}</h2>
      <p>${message}</p>
      <div class="row">
        <code class="grow secret">${key}</code>
        <button type="button" @click=${() => this.copy(key)}>${t('Copy')}</button>
        <button type="button" @click=${() => (this.created = undefined)}>${t('Done')}</button>
      </div>
    </section>`;
  }

  private readonly create = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const fields = new FormData(form);
    const [rate, expires] = [fields.get('rate_limit'), fields.get('expires_at')];
    const scopes = fields.getAll('scopes');
    void this.run(async () => {
      this.created = await call<CreatedApiKey>('POST', '/v1/api-keys', {
        name: fields.get('name'),
        ...(scopes.length > 0 && { scopes }),
        ...(rate !== '' && { rate_limit: Number(rate) }),
        // The end of that day, in the person's time zone.
        ...(typeof expires === 'string' &&
          expires !== '' && { expires_at: new Date(`${expires}T23:59:59`).toISOString() }),
      });
      form.reset();
      this.announce(t('The key was created. Copy it now: it is shown once.'));
      await this.reload();
    });
  };

  private async copy(key: string): Promise<void> {
    this.announce(await copyText(key, this.querySelector('.secret')));
  }

  private revoke(key: ApiKey): void {
    void this.run(
      async () => {
        await call('DELETE', `/v1/api-keys/${key.id}`);
        this.announce(t('{name} was revoked', { name: key.name }));
        await this.reload();
      },
      t('Revoke “{name}”? Whatever uses it stops working within seconds.', { name: key.name }),
    );
  }
}
