import { html, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { call } from '../api/call.js';
import { formatDate } from '../shell/format.js';
import { View } from '../shell/view.js';

interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly rate_limit: number;
}

interface CreatedKey {
  readonly api_key: { readonly id: string; readonly key: string; readonly name: string };
  readonly message: string;
}

/** API keys: a list, a form for a new key, and the new key itself, shown once. */
export class KeysView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    keys: { state: true },
    created: { state: true },
  };

  declare private keys: readonly ApiKey[];
  declare private created: CreatedKey | undefined;

  constructor() {
    super();
    this.keys = [];
    this.created = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    this.keys = (await call<{ api_keys: ApiKey[] }>('GET', '/v1/api-keys', undefined, signal)).api_keys;
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">API keys</h1>
      ${this.problems()} ${this.created === undefined ? nothing : this.newKey(this.created)}
      <form class="card row" @submit=${this.create}>
        <label class="grow"
          >Name <input name="name" required maxlength="100" placeholder="Billing server"
        /></label>
        <label
          >Requests a minute <input name="rate_limit" type="number" min="1" placeholder="the plan's"
        /></label>
        <label>Expires <input name="expires_at" type="date" /></label>
        <button class="main" aria-disabled=${this.busy}>Create key</button>
      </form>
      <div class="card scroll" role="group" aria-label="Keys" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Begins with</th>
              <th scope="col">Requests a minute</th>
              <th scope="col">Created</th>
              <th scope="col">Last used</th>
              <th scope="col">Expires</th>
              <th scope="col"><span class="unseen">Actions</span></th>
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
                      Revoke<span class="unseen"> ${key.name}</span>
                    </button>
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    `;
  }

  private newKey({ api_key: { key, name }, message }: CreatedKey): TemplateResult {
    return html`<section class="card notice" aria-labelledby="new-key">
      <h2 id="new-key">${name}</h2>
      <p>${message}</p>
      <div class="row">
        <code class="grow secret">${key}</code>
        <button type="button" @click=${() => this.copy(key)}>Copy</button>
        <button type="button" @click=${() => (this.created = undefined)}>Done</button>
      </div>
    </section>`;
  }

  private readonly create = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const fields = new FormData(form);
    const [rate, expires] = [fields.get('rate_limit'), fields.get('expires_at')];
    void this.run(async () => {
      this.created = await call<CreatedKey>('POST', '/v1/api-keys', {
        name: fields.get('name'),
        ...(rate !== '' && { rate_limit: Number(rate) }),
        // The end of that day, in the person's time zone.
        ...(typeof expires === 'string' &&
          expires !== '' && { expires_at: new Date(`${expires}T23:59:59`).toISOString() }),
      });
      form.reset();
      this.announce('The key was created. Copy it now: it is shown once.');
      await this.reload();
    });
  };

  /** Copies the key. If the browser does not allow it, selects the key so that the person can copy it. */
  private async copy(key: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(key);
      this.announce('Copied');
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      const shown = this.querySelector('.secret');
      if (shown !== null) getSelection()?.selectAllChildren(shown);
      this.announce('This browser does not let the page copy. The key is selected: copy it yourself.');
    }
  }

  private revoke(key: ApiKey): void {
    void this.run(async () => {
      await call('DELETE', `/v1/api-keys/${key.id}`);
      this.announce(`${key.name} was revoked`);
      await this.reload();
    }, `Revoke “${key.name}”? Whatever uses it stops working within seconds.`);
  }
}
