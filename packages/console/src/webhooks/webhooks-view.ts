import { html, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { call } from '../api/call.js';
import { formatDate } from '../shell/format.js';
import { View } from '../shell/view.js';
import { EVENT_TYPES, type Webhook } from './webhook.js';

const SECRET_BYTES = 24;

const REASONS: Readonly<Record<NonNullable<Webhook['status_reason']>, string>> = {
  owner: 'Paused: nothing is sent.',
  gone: 'The receiver answered 410 Gone: nothing is sent until it is resumed.',
  attempts_exhausted:
    'Five attempts of a delivery failed; the owner was told by e-mail. It recovers when a delivery succeeds.',
  failing_too_long: 'It failed for too long and was paused. Resume it when the receiver works again.',
};

/** Webhooks: the subscriptions of each, whether it works, and its deliveries. */
export class WebhooksView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    webhooks: { state: true },
    opened: { state: true },
  };

  declare private webhooks: readonly Webhook[];
  declare private opened: string | undefined;

  constructor() {
    super();
    this.webhooks = [];
    this.opened = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    this.webhooks = (await call<{ webhooks: Webhook[] }>('GET', '/v1/webhooks', undefined, signal)).webhooks;
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">Webhooks</h1>
      ${this.problems()} ${this.form()}
      ${
        this.webhooks.length === 0 && this.loaded
          ? html`<p class="card quiet">
              No webhooks yet. Events of sessions, analyses and jobs can be sent to a server of yours.
            </p>`
          : nothing
      }
      <ul class="stack">
        ${repeat(
          this.webhooks,
          ({ id }) => id,
          (webhook) => this.webhook(webhook),
        )}
      </ul>
    `;
  }

  private form(): TemplateResult {
    return html`<form class="card" @submit=${this.create}>
      <div class="row">
        <label class="grow"
          >Address <input name="url" type="url" required placeholder="https://example.com/undertone"
        /></label>
        <label class="grow"
          >Secret, 24 characters or more
          <input name="secret" required minlength="24" autocomplete="off" spellcheck="false" />
        </label>
        <button type="button" @click=${this.suggestSecret}>Suggest one</button>
      </div>
      <fieldset class="choices">
        <legend>Events</legend>
        ${EVENT_TYPES.map(
          (type) =>
            html`<label><input type="checkbox" name="events" value=${type} /> <code>${type}</code></label>`,
        )}
      </fieldset>
      <button class="main" aria-disabled=${this.busy}>Create webhook</button>
      <span class="quiet">Keep the secret: it is not shown again.</span>
    </form>`;
  }

  private webhook(webhook: Webhook): TemplateResult {
    const isOpen = this.opened === webhook.id;
    const name = html`<span class="unseen"> ${webhook.url}</span>`;
    return html`<li class="card">
      <div class="row">
        <h2 class="grow address">${webhook.url}</h2>
        <span class="badge ${webhook.status}">${webhook.status}</span>
      </div>
      ${
        webhook.status_reason === null
          ? nothing
          : html`<p class=${webhook.status_reason === 'owner' ? 'quiet' : 'problem'}>
              ${REASONS[webhook.status_reason]}
            </p>`
      }
      <p class="quiet">${webhook.events.join(', ')} · since ${formatDate(webhook.created_at)}</p>
      <div class="row">
        <button
          type="button"
          aria-expanded=${isOpen}
          @click=${() => (this.opened = isOpen ? undefined : webhook.id)}
        >
          Deliveries${name}
        </button>
        <button type="button" aria-disabled=${this.busy} @click=${() => this.test(webhook)}>
          Send a test event${name}
        </button>
        <button type="button" aria-disabled=${this.busy} @click=${() => this.setActive(webhook)}>
          ${webhook.active ? 'Pause' : 'Resume'}${name}
        </button>
        <button
          type="button"
          class="danger"
          aria-disabled=${this.busy}
          @click=${() => this.removeWebhook(webhook)}
        >
          Delete${name}
        </button>
      </div>
      ${
        isOpen
          ? html`<ut-deliveries .webhookId=${webhook.id} .announce=${this.announce}></ut-deliveries>`
          : nothing
      }
    </li>`;
  }

  private readonly suggestSecret = (event: Event): void => {
    const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
    const input = (event.target as HTMLElement).closest('form')?.elements.namedItem('secret');
    if (input instanceof HTMLInputElement) input.value = `whsec_${btoa(String.fromCharCode(...bytes))}`;
  };

  private readonly create = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const fields = new FormData(form);
    void this.run(async () => {
      await call('POST', '/v1/webhooks', {
        url: fields.get('url'),
        secret: fields.get('secret'),
        events: fields.getAll('events'),
      });
      form.reset();
      this.announce('The webhook was created');
      await this.reload();
    });
  };

  private setActive(webhook: Webhook): void {
    void this.run(async () => {
      await call('PATCH', `/v1/webhooks/${webhook.id}`, { active: !webhook.active });
      this.announce(webhook.active ? 'Paused' : 'Resumed');
      await this.reload();
    });
  }

  private test(webhook: Webhook): void {
    void this.run(async () => {
      await call('POST', `/v1/webhooks/${webhook.id}/test`);
      this.opened = webhook.id;
      this.announce('A test event is on its way');
    });
  }

  private removeWebhook(webhook: Webhook): void {
    void this.run(async () => {
      await call('DELETE', `/v1/webhooks/${webhook.id}`);
      this.announce('The webhook was deleted');
      await this.reload();
    }, `Delete the webhook to ${webhook.url}? Waiting deliveries are dropped.`);
  }
}
