import { html, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { call } from '../api/call.js';
import { formatDate } from '../shell/format.js';
import { View } from '../shell/view.js';
import { askedOf, placeOf } from './delivery-query.js';
import { secretField } from './secret-form.js';
import { EVENT_TYPES, type Webhook } from './webhook.js';
import { t } from '../language/text.js';
import { webhookStateWord } from '../words/state-words.js';

const REASONS: Readonly<Record<NonNullable<Webhook['status_reason']>, string>> = {
  owner: t('Paused: nothing is sent.'),
  gone: t('The receiver answered 410 Gone: nothing is sent until it is resumed.'),
  attempts_exhausted: t(
    'Five attempts of a delivery failed; the owner was told by e-mail. It recovers when a delivery succeeds.',
  ),
  failing_too_long: t('It failed for too long and was paused. Resume it when the receiver works again.'),
};

/** Webhooks: the subscriptions of each, whether it works, a new secret; and what was delivered. */
export class WebhooksView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    webhooks: { state: true },
    asked: { attribute: false },
    rotated: { state: true },
  };

  /** Which deliveries are shown. */
  declare asked: URLSearchParams;

  declare private webhooks: readonly Webhook[];
  /** The webhook that gets a new secret. */
  declare private rotated: string | undefined;

  constructor() {
    super();
    this.webhooks = [];
    this.asked = new URLSearchParams();
    this.rotated = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    this.webhooks = (await call<{ webhooks: Webhook[] }>('GET', '/v1/webhooks', undefined, signal)).webhooks;
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">${t('Webhooks')}</h1>
      ${this.problems()} ${this.form()}
      ${
        this.webhooks.length === 0 && this.loaded
          ? html`<p class="card quiet">
              ${t('No webhooks yet. Events of sessions, analyses and jobs can be sent to a server of yours.')}
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
      ${
        this.webhooks.length === 0
          ? nothing
          : html`<ut-deliveries
              .webhooks=${this.webhooks}
              .asked=${this.asked}
              .announce=${this.announce}
            ></ut-deliveries>`
      }
    `;
  }

  private form(): TemplateResult {
    return html`<form class="card" @submit=${this.create}>
      <div class="row">
        <label class="grow"
          >${t('Address')} <input name="url" type="url" required placeholder="https://example.com/undertone"
        /></label>
        ${secretField(t('Secret, 24 characters or more'))}
      </div>
      <fieldset class="choices">
        <legend>${t('Events')}</legend>
        ${EVENT_TYPES.map(
          (type) =>
            html`<label><input type="checkbox" name="events" value=${type} /> <code>${type}</code></label>`,
        )}
      </fieldset>
      <button class="main" aria-disabled=${this.busy}>${t('Create webhook')}</button>
      <span class="quiet">${t('Keep the secret: it is not shown again.')}</span>
    </form>`;
  }

  private webhook(webhook: Webhook): TemplateResult {
    const isChosen = askedOf(this.asked).get('webhook_id') === webhook.id;
    const rotates = this.rotated === webhook.id;
    const until = webhook.previous_secret_expires_at;
    const name = html`<span class="unseen"> ${webhook.url}</span>`;
    return html`<li class="card">
      <div class="row">
        <h2 class="grow address">${webhook.url}</h2>
        <span class="badge ${webhook.status}">${webhookStateWord(webhook.status)}</span>
      </div>
      ${
        webhook.status_reason === null
          ? nothing
          : html`<p class=${webhook.status_reason === 'owner' ? 'quiet' : 'problem'}>
              ${REASONS[webhook.status_reason]}
            </p>`
      }
      <p class="quiet">
        ${t('{events} · since {at}', { events: webhook.events.join(', '), at: formatDate(webhook.created_at) })}
      </p>
      ${
        until === null
          ? nothing
          : html`<p class="quiet">
              ${t('Signed with the old secret, too, until {until}.', { until: formatDate(until) })}
            </p>`
      }
      <div class="row">
        <a href=${placeOf(webhook)} aria-current=${isChosen ? 'true' : nothing}>${t('Deliveries')}${name}</a>
        <button type="button" aria-disabled=${this.busy} @click=${() => this.test(webhook)}>
          ${t('Send a test event')}${name}
        </button>
        <button
          type="button"
          aria-expanded=${rotates}
          @click=${() => (this.rotated = rotates ? undefined : webhook.id)}
        >
          ${t('New secret')}${name}
        </button>
        <button type="button" aria-disabled=${this.busy} @click=${() => this.setActive(webhook)}>
          ${webhook.active ? t('Pause') : t('Resume')}${name}
        </button>
        <button
          type="button"
          class="danger"
          aria-disabled=${this.busy}
          @click=${() => this.removeWebhook(webhook)}
        >
          ${t('Delete')}${name}
        </button>
      </div>
      ${rotates ? this.rotation(webhook) : nothing}
    </li>`;
  }

  private rotation(webhook: Webhook): TemplateResult {
    return html`<form
      aria-label=${t('New secret for {url}', { url: webhook.url })}
      @submit=${(event: SubmitEvent) => this.rotate(webhook, event)}
    >
      <p class="quiet">
        ${t('Give the new secret to your receiver first. For 24 hours each delivery is signed with both secrets.')}
      </p>
      <div class="row">
        ${secretField(t('New secret, 24 characters or more'))}
        <button class="main" aria-disabled=${this.busy}>${t('Replace the secret')}</button>
      </div>
    </form>`;
  }

  private rotate(webhook: Webhook, event: SubmitEvent): void {
    event.preventDefault();
    const secret = new FormData(event.target as HTMLFormElement).get('secret');
    void this.run(async () => {
      await call('POST', `/v1/webhooks/${webhook.id}/rotate-secret`, { secret });
      this.rotated = undefined;
      this.announce(t('The secret was replaced'));
      await this.reload();
    });
  }

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
      this.announce(t('The webhook was created'));
      await this.reload();
    });
  };

  private setActive(webhook: Webhook): void {
    void this.run(async () => {
      await call('PATCH', `/v1/webhooks/${webhook.id}`, { active: !webhook.active });
      this.announce(webhook.active ? t('Paused') : t('Resumed'));
      await this.reload();
    });
  }

  private test(webhook: Webhook): void {
    void this.run(async () => {
      await call('POST', `/v1/webhooks/${webhook.id}/test`);
      location.hash = placeOf(webhook);
      this.announce(t('A test event is on its way'));
    });
  }

  private removeWebhook(webhook: Webhook): void {
    void this.run(
      async () => {
        await call('DELETE', `/v1/webhooks/${webhook.id}`);
        this.announce(t('The webhook was deleted'));
        await this.reload();
      },
      t('Delete the webhook to {url}? Waiting deliveries are dropped.', { url: webhook.url }),
    );
  }
}
