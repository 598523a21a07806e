import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Session } from '@undertone/sdk';
import { call } from '../api/call.js';
import { formatDate, formatDuration, formatNumber } from '../shell/format.js';
import { View } from '../shell/view.js';
import { forecast } from './forecast.js';
import { outcomeForm, readOutcome } from './outcome-form.js';
import { toneChart } from './tone-chart.js';
import { utteranceTable } from './utterance-table.js';

/** How often the view requests an ongoing conversation again. */
const REFRESH_MS = 4_000;

const isOver = ({ state }: Session): boolean => state === 'ended' || state === 'expired';

/** One conversation: how it sounded, its predictions, its alerts and its outcome. */
export class SessionView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    sessionId: { attribute: false },
    session: { state: true },
  };

  declare sessionId: string;
  declare private session: Session | undefined;

  constructor() {
    super();
    this.sessionId = '';
    this.session = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    this.session = (await call<{ session: Session }>('GET', this.path, undefined, signal)).session;
  }

  protected override get refreshMs(): number | undefined {
    return this.session === undefined || isOver(this.session) ? undefined : REFRESH_MS;
  }

  private get path(): string {
    return `/v1/sessions/${encodeURIComponent(this.sessionId)}`;
  }

  protected override render(): TemplateResult {
    return html`
      <p><a href="#sessions">All sessions</a></p>
      <h1 tabindex="-1"><code>${this.sessionId}</code></h1>
      ${this.problems()} ${this.session === undefined ? nothing : this.picture(this.session)}
    `;
  }

  private picture(session: Session): TemplateResult {
    const { state, summary, utterances } = session;
    return html`
      <dl class="card figures">
        <div>
          <dt>State</dt>
          <dd><span class="badge ${state}">${state}</span></dd>
        </div>
        <div>
          <dt>Duration</dt>
          <dd>${formatDuration(summary.duration)}</dd>
        </div>
        <div>
          <dt>Utterances</dt>
          <dd>${formatNumber(session.utterance_count)}</dd>
        </div>
        <div>
          <dt>Mostly</dt>
          <dd>${summary.dominant_emotion}</dd>
        </div>
        <div>
          <dt>Lately</dt>
          <dd>${summary.final_emotion}</dd>
        </div>
      </dl>
      ${this.alerts(session)} ${forecast(session)}
      <section class="card" aria-labelledby="tone-title">
        <h2 id="tone-title">How it sounded</h2>
        ${utterances.length === 0 ? html`<p class="quiet">Nothing was heard yet.</p>` : toneChart(utterances)}
        ${utterances.length === 0 ? nothing : utteranceTable(utterances)}
      </section>
      ${isOver(session) ? outcomeForm(session.outcome, this.busy, this.submitOutcome) : nothing}
      <div class="row">
        ${
          isOver(session)
            ? nothing
            : html`<button type="button" aria-disabled=${this.busy} @click=${this.end}>End session</button>`
        }
        <button type="button" class="danger" aria-disabled=${this.busy} @click=${this.delete}>
          Delete session
        </button>
      </div>
    `;
  }

  private alerts({ alerts }: Session): TemplateResult | typeof nothing {
    if (alerts.length === 0) return nothing;
    return html`<section class="card notice" aria-labelledby="alerts-title">
      <h2 id="alerts-title">Alerts</h2>
      <ul class="stack">
        ${repeat(
          alerts,
          ({ id }) => id,
          (alert) =>
            html`<li class="row">
              <span class="grow">
                <strong>${alert.alert_type}</strong> ${alert.value.toFixed(2)} (threshold
                ${alert.threshold.toFixed(2)}), at
                ${formatDuration(alert.raised_at_s)}${alert.active ? '' : ', over'}.
                ${alert.recommended_action}
              </span>
              ${
                alert.acknowledged_at === null
                  ? html`<button
                      type="button"
                      aria-disabled=${this.busy}
                      @click=${() => this.acknowledge(alert.id)}
                    >
                      Acknowledge<span class="unseen"> ${alert.alert_type}</span>
                    </button>`
                  : html`<span class="quiet">acknowledged ${formatDate(alert.acknowledged_at)}</span>`
              }
            </li>`,
        )}
      </ul>
    </section>`;
  }

  private acknowledge(alertId: string): void {
    void this.run(async () => {
      await call('POST', `${this.path}/alerts/${encodeURIComponent(alertId)}/acknowledge`);
      this.announce('The alert was acknowledged');
      await this.reload();
    });
  }

  private readonly submitOutcome = (event: SubmitEvent): void => {
    event.preventDefault();
    const outcome = readOutcome(event.target as HTMLFormElement);
    void this.run(async () => {
      await call('POST', `${this.path}/outcome`, outcome);
      this.announce('The outcome was saved; predictions learn from it');
      await this.reload();
    });
  };

  private readonly end = (): void => {
    void this.run(async () => {
      await call('POST', `${this.path}/end`, {});
      this.announce('The session was ended');
      await this.reload();
    });
  };

  private readonly delete = (): void => {
    void this.run(async () => {
      await call('DELETE', this.path);
      this.announce('The session was deleted');
      location.hash = '#sessions';
    }, 'Delete this session and everything derived from it?');
  };
}
