import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { FineTuneJob, FineTuneReport } from '@undertone/sdk';
import { call } from '../api/call.js';
import { formatDate, formatDuration, formatNumber } from '../shell/format.js';
import { View } from '../shell/view.js';
import { confusionTable } from './confusion-table.js';
import { gainTable } from './gain-table.js';
import { t } from '../language/text.js';
import { jobStateWord } from '../words/state-words.js';

const REFRESH_MS = 1_500;
const OVER: ReadonlySet<FineTuneJob['status']> = new Set(['completed', 'failed', 'cancelled']);

/** One fine-tune job: its state, its log, and how good its model is. */
export class JobView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    jobId: { attribute: false },
    job: { state: true },
  };

  declare jobId: string;
  declare private job: FineTuneJob | undefined;

  constructor() {
    super();
    this.jobId = '';
    this.job = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    this.job = (await call<{ job: FineTuneJob }>('GET', this.path, undefined, signal)).job;
  }

  protected override get refreshMs(): number | undefined {
    return this.job === undefined || OVER.has(this.job.status) ? undefined : REFRESH_MS;
  }

  private get path(): string {
    return `/v1/fine-tune/${encodeURIComponent(this.jobId)}`;
  }

  protected override render(): TemplateResult {
    const { job } = this;
    return html`
      <p><a href="#models">${t('All models')}</a></p>
      <h1 tabindex="-1">${job?.name ?? this.jobId}</h1>
      ${this.problems()} ${job === undefined ? nothing : this.state(job)}
      ${job === undefined || job.report === null ? nothing : this.report(job.report)}
      ${job === undefined ? nothing : this.log(job)}
    `;
  }

  private state(job: FineTuneJob): TemplateResult {
    const { eta_seconds: eta } = job.stage;
    return html`<section class="card" aria-label=${t('State')}>
      <dl class="figures">
        <div>
          <dt>${t('State')}</dt>
          <dd><span class="badge ${job.status}">${jobStateWord(job.status)}</span></dd>
        </div>
        <div>
          <dt>${t('Samples')}</dt>
          <dd>${formatNumber(job.samples.ready)}</dd>
        </div>
        <div>
          <dt>${t('Refused')}</dt>
          <dd>${formatNumber(job.samples.refused)}</dd>
        </div>
        <div>
          <dt>${t('Audio')}</dt>
          <dd>${formatDuration(job.samples.seconds)}</dd>
        </div>
        <div>
          <dt>${t('Charged')}</dt>
          <dd>${t('{charged} credits', { charged: formatNumber(job.credits.charged) })}</dd>
        </div>
      </dl>
      <progress max="1" .value=${job.progress} aria-label=${t('Progress')}></progress>
      ${eta === null ? nothing : html`<p class="quiet">${t('This stage ends in about {eta}.', { eta: formatDuration(eta) })}</p>`}
      ${job.error === null ? nothing : html`<p class="problem">${job.error.message}</p>`}
      <div class="row">
        ${
          OVER.has(job.status)
            ? html`<button type="button" class="danger" aria-disabled=${this.busy} @click=${this.delete}>
                ${t('Delete job and model')}
              </button>`
            : html`<button type="button" aria-disabled=${this.busy} @click=${this.cancel}>
                ${t('Cancel')}
              </button>`
        }
      </div>
    </section>`;
  }

  private report({
    verdict,
    evaluation,
    labels,
    samples: counted,
    base_set: elsewhere,
  }: FineTuneReport): TemplateResult {
    const names = labels.map(({ name }) => name);
    return html`<section class="card" aria-labelledby="report-title">
      <h2 id="report-title">${t('How good it is')}</h2>
      <p>${verdict}</p>
      ${
        counted.refused === 0
          ? nothing
          : html`<p class="quiet">
              ${t('Not used:')}
              ${Object.entries(counted.refused_by_reason)
                .map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`)
                .join(', ')}.
            </p>`
      }
      ${gainTable(t('On your recordings that it never heard'), evaluation)}
      ${
        elsewhere === undefined || elsewhere === null
          ? nothing
          : gainTable(t('On other people’s speech: what it gains and loses there'), elsewhere)
      }
      ${confusionTable(names, evaluation.tuned.confusion)}
    </section>`;
  }

  private log({ log }: FineTuneJob): TemplateResult {
    return html`<section class="card" aria-labelledby="log-title">
      <h2 id="log-title">${t('Log')}</h2>
      <ol class="stack quiet">
        ${log.map(({ at, stage, message }) => html`<li>${formatDate(at)} · ${stage} · ${message}</li>`)}
      </ol>
    </section>`;
  }

  private readonly cancel = (): void => {
    void this.run(async () => {
      await call('POST', `${this.path}/cancel`);
      this.announce(t('The job was cancelled; nothing is charged'));
      await this.reload();
    });
  };

  private readonly delete = (): void => {
    void this.run(async () => {
      await call('DELETE', this.path);
      this.announce(t('The job was deleted'));
      location.hash = '#models';
    }, t('Delete this job, its samples and its model?'));
  };
}
