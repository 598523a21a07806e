import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Session } from '@undertone/sdk';
import { call } from '../api/call.js';
import type { Recording } from '../audio/recording.js';
import type { RecordingPlayer } from '../audio/recording-player.js';
import { waveformRow } from '../audio/waveform.js';
import { formatDate, formatDuration } from '../shell/format.js';
import { View } from '../shell/view.js';
import type { CallTimeline } from '../timeline/call-timeline.js';
import { hueIn, judged, laneLegend } from '../timeline/lane.js';
import {
  alertWord,
  clock,
  emotionWord,
  endWord,
  type Hue,
  LANGUAGE,
  moodWord,
  riskWords,
  stateWord,
  verticalWord,
} from '../words/words.js';
import { alertFigure } from './alert-figure.js';
import { moodTimes } from './mood-times.js';
import { nameOf } from './call-name.js';
import { callRows, momentsOf, momentWords } from './call-picture.js';
import { cueList } from './cue-list.js';
import { forecast } from './forecast.js';
import { outcomeForm, readOutcome } from './outcome-form.js';
import { utteranceTable } from './utterance-table.js';
import { wholeCall } from './whole-call.js';
import { t } from '../language/text.js';

/** How often the view requests an ongoing conversation again. */
const REFRESH_MS = 4_000;

const isOver = ({ state }: Session): boolean => state === 'ended' || state === 'expired';

const WAVE_BARS = 400;

/** The color of the customer's emotion at a moment of the call. */
const hueAt = ({ utterances }: Session, seconds: number): Hue | undefined => {
  const there = utterances.filter(({ start, end }) => start <= seconds && seconds <= end);
  const heard = there.find(({ role }) => role === 'caller') ?? there[0];
  return heard === undefined ? undefined : hueIn(judged(heard));
};

/** One conversation: how it sounded, its predictions, its alerts and its outcome. */
export class SessionView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    sessionId: { attribute: false },
    session: { state: true },
    saved: { state: true },
    recording: { state: true },
    playedAt: { state: true },
  };

  declare sessionId: string;
  declare private session: Session | undefined;
  /** What became of the outcome that was sent. */
  declare private saved: string;
  /** The reader's own recording of this call; it never leaves the page. */
  declare private recording: Recording | undefined;
  declare private playedAt: number | undefined;
  private peaks: readonly number[] = [];

  constructor() {
    super();
    this.sessionId = '';
    this.session = undefined;
    this.saved = '';
    this.recording = undefined;
    this.playedAt = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const { session } = await call<{ session: Session }>(
      'GET',
      `${this.path}?language=${LANGUAGE}`,
      undefined,
      signal,
    );
    const before = this.session?.id === session.id ? this.session.utterances : [];
    this.session = await wholeCall(session, before, signal);
  }

  protected override get refreshMs(): number | undefined {
    return this.session === undefined || isOver(this.session) ? undefined : REFRESH_MS;
  }

  private get path(): string {
    return `/v1/sessions/${encodeURIComponent(this.sessionId)}`;
  }

  protected override render(): TemplateResult {
    return html`
      <p><a href="#sessions">${t('All calls')}</a></p>
      <h1 tabindex="-1">${this.heading}</h1>
      ${this.problems()} ${this.session === undefined ? nothing : this.picture(this.session)}
    `;
  }

  private get heading(): TemplateResult {
    const { session, sessionId } = this;
    const name = session === undefined ? sessionId : nameOf(session);
    return name === sessionId ? html`<code>${sessionId}</code>` : html`<bdi>${name}</bdi>`;
  }

  private picture(session: Session): TemplateResult {
    const { state, summary, utterances, overview } = session;
    const isHeard = session.utterance_count > 0;
    return html`
      <p class="quiet">
        ${formatDate(session.created_at)} · ${verticalWord(session.vertical)}
        ${overview.agent === null ? '' : `· ${overview.agent}`}
        ${session.external_id === null ? '' : `· ${session.external_id}`}
        ${nameOf(session) === session.id ? '' : html`· <code>${session.id}</code>`}
      </p>
      <dl class="card figures">
        <div>
          <dt>${t('State')}</dt>
          <dd>
            <span class="badge ${state}">${stateWord(state)}</span>
            <span class="quiet">${isOver(session) ? endWord(session.end_code) : ''}</span>
          </dd>
        </div>
        <div>
          <dt>${t('Duration')}</dt>
          <dd>${formatDuration(summary.duration)}</dd>
        </div>
        ${isHeard ? this.heard(session) : nothing}
      </dl>
      ${this.alerts(session)}
      <section class="card" aria-labelledby="tone-title">
        <h2 id="tone-title">${t('The call')}</h2>
        ${utterances.length === 0 ? html`<p class="quiet">${isOver(session) ? t('Nothing was heard.') : t('Nothing was heard yet.')}</p>` : this.timeline(session)}
      </section>
      ${cueList(session)} ${isHeard ? forecast(session, !isOver(session)) : nothing}
      ${
        isOver(session) && this.rights.may('POST /v1/sessions/:id/outcome')
          ? outcomeForm(session.outcome, this.busy, this.saved, this.submitOutcome)
          : nothing
      }
      <div class="row">
        ${
          isOver(session) || !this.rights.may('POST /v1/sessions/:id/end')
            ? nothing
            : html`<button type="button" aria-disabled=${this.busy} @click=${this.end}>
                ${t('End call')}
              </button>`
        }
        ${
          this.rights.may('DELETE /v1/sessions/:id')
            ? html`<button type="button" class="danger" aria-disabled=${this.busy} @click=${this.delete}>
                ${t('Delete call')}
              </button>`
            : nothing
        }
        ${this.refusal('DELETE /v1/sessions/:id')}
      </div>
    `;
  }

  private heard(session: Session): TemplateResult {
    const { summary, overview } = session;
    const { dominant_mood: mostly, final_mood: last } = overview;
    return html`<div>
        <dt>${t('Mostly')}</dt>
        <dd>
          ${mostly === null ? emotionWord(summary.dominant_emotion) : moodWord(mostly)}
          ${mostly === null ? nothing : html`<span class="quiet">${moodTimes(overview)}</span>`}
        </dd>
      </div>
      <div>
        <dt>${isOver(session) ? t('At the end') : t('Now')}</dt>
        <dd>${last === null ? emotionWord(summary.final_emotion) : moodWord(last)}</dd>
      </div>
      <div>
        <dt>${t('Highest escalation risk')}</dt>
        <dd>${riskWords(summary.peak_escalation_risk)}</dd>
      </div>`;
  }

  private timeline(session: Session): TemplateResult {
    const { recording } = this;
    const { duration } = session.summary;
    const wave =
      recording === undefined
        ? []
        : [waveformRow(t('Recording'), this.peaks, (share) => hueAt(session, share * recording.durationS))];
    return html`<div class="beside">
        <div class="stack">
          <ut-timeline
            .label=${t('The call along its time')}
            .rows=${[...callRows(session), ...wave]}
            .duration=${Math.max(duration, recording?.durationS ?? 0)}
            .moments=${momentsOf(session)}
            .tell=${(seconds: number) => momentWords(session, seconds)}
            .playing=${this.playedAt}
            @seek=${(event: CustomEvent<number>) => this.player?.playFrom(event.detail)}
          ></ut-timeline>
          ${laneLegend()}
        </div>
        <ut-transcript
          .session=${session}
          .rights=${this.rights}
          .playing=${this.playedAt}
          @seek=${(event: CustomEvent<number>) => this.seek(event.detail)}
        ></ut-transcript>
      </div>
      <ut-recording
        @played=${(event: CustomEvent<number>) => {
          this.playedAt = event.detail;
        }}
        @loaded=${(event: CustomEvent<Recording>) => {
          this.recording = event.detail;
          this.peaks = event.detail.peaks(WAVE_BARS);
        }}
      ></ut-recording>
      <details>
        <summary>${t('As a table')}</summary>
        ${utteranceTable(session, recording === undefined ? undefined : (at) => this.player?.playFrom(at))}
      </details>`;
  }

  /** Shows a moment of the call on its time axis, and plays from there where there is a recording. */
  private seek(seconds: number): void {
    // The cursor follows a recording by itself.
    if (this.recording === undefined) this.querySelector<CallTimeline>('ut-timeline')?.show(seconds);
    else this.player?.playFrom(seconds);
  }

  private get player(): RecordingPlayer | null {
    return this.querySelector('ut-recording');
  }

  private alerts({ alerts }: Session): TemplateResult | typeof nothing {
    if (alerts.length === 0) return nothing;
    return html`<section class="card notice" aria-labelledby="alerts-title">
      <h2 id="alerts-title">${t('Alerts')}</h2>
      <ul class="stack">
        ${repeat(
          alerts,
          ({ id }) => id,
          (alert) =>
            html`<li class="row">
              <span class="grow">
                <strong>${alertWord(alert.alert_type)}</strong>
                ${t('at {at}: {alert}', { at: clock(alert.raised_at_s), alert: alertFigure(alert) })}${alert.active ? '' : t('; over since')}.
                ${alert.recommended_action}
              </span>
              ${this.acknowledgement(alert)}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  private acknowledgement(alert: Session['alerts'][number]): TemplateResult {
    if (alert.acknowledged_at !== null)
      return html`<span class="quiet"
        >${t('acknowledged {at}', { at: formatDate(alert.acknowledged_at) })}</span
      >`;
    if (!this.rights.may('POST /v1/sessions/:id/alerts/:alert_id/acknowledge'))
      return html`<span class="quiet">${t('not acknowledged yet')}</span>`;
    return html`<button type="button" aria-disabled=${this.busy} @click=${() => this.acknowledge(alert.id)}>
      ${t('Acknowledge')}<span class="unseen"> ${alertWord(alert.alert_type)}</span>
    </button>`;
  }

  private acknowledge(alertId: string): void {
    void this.run(async () => {
      await call('POST', `${this.path}/alerts/${encodeURIComponent(alertId)}/acknowledge`);
      this.announce(t('The alert was acknowledged'));
      await this.reload();
    });
  }

  private readonly submitOutcome = (event: SubmitEvent): void => {
    event.preventDefault();
    const outcome = readOutcome(event.target as HTMLFormElement);
    void this.run(async () => {
      await call('POST', `${this.path}/outcome`, outcome);
      this.saved = t('Saved. Predictions learn from it.');
      await this.reload();
    });
  };

  private readonly end = (): void => {
    void this.run(async () => {
      await call('POST', `${this.path}/end`, {});
      this.announce(t('The call was ended'));
      await this.reload();
    });
  };

  private readonly delete = (): void => {
    void this.run(async () => {
      await call('DELETE', this.path);
      this.announce(t('The call was deleted'));
      location.hash = '#sessions';
    }, t('Delete this call and everything derived from it?'));
  };
}
