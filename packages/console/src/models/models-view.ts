import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { FineTuneJob, FineTuneReport, Model } from '@undertone/sdk';
import { call } from '../api/call.js';
import { formatDate, formatNumber } from '../shell/format.js';
import { View } from '../shell/view.js';
import { verticalWord } from '../words/words.js';
import { activateForm } from './activate-form.js';
import { labelRow, type LabelRow, readTraining, trainForm } from './train-form.js';
import { t } from '../language/text.js';
import { jobStateWord } from '../words/state-words.js';

/** How often the view requests running jobs again. */
const REFRESH_MS = 2_000;
const OVER: ReadonlySet<FineTuneJob['status']> = new Set(['completed', 'failed', 'cancelled']);

const firstRows = (): readonly LabelRow[] => [labelRow('neutral'), labelRow('angry')];

/** A model that may be used next, with what is known of it. */
interface Candidate {
  readonly model: Model;
  readonly report: FineTuneReport | null;
}

interface JobPage {
  readonly jobs: readonly FineTuneJob[];
  readonly next_cursor: string | null;
}

/** The organization's models: which is in use, the jobs that train them, and a form for a new one. */
export class ModelsView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    models: { state: true },
    jobs: { state: true },
    cursor: { state: true },
    rows: { state: true },
    candidate: { state: true },
  };

  declare private models: readonly Model[];
  declare private jobs: readonly FineTuneJob[];
  declare private cursor: string | null;
  declare private rows: readonly LabelRow[];
  declare private candidate: Candidate | undefined;

  constructor() {
    super();
    this.models = [];
    this.jobs = [];
    this.cursor = null;
    this.rows = firstRows();
    this.candidate = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const [{ models }, { jobs, next_cursor: cursor }] = await Promise.all([
      call<{ models: Model[] }>('GET', '/v1/models', undefined, signal),
      call<JobPage>('GET', '/v1/fine-tune?limit=50', undefined, signal),
    ]);
    this.models = models;
    // Keeps older jobs that were loaded before: they are over, or nearly.
    const fresh = new Set(jobs.map(({ id }) => id));
    const oldest = jobs.at(-1);
    const older = this.jobs.filter(
      ({ id, created_at: at }) => oldest !== undefined && at <= oldest.created_at && !fresh.has(id),
    );
    if (older.length === 0) this.cursor = cursor;
    this.jobs = [...jobs, ...older];
  }

  protected override get refreshMs(): number | undefined {
    const working = this.jobs.some((job) => !OVER.has(job.status) && !job.accepts_samples);
    return working ? REFRESH_MS : undefined;
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">${t('Models')}</h1>
      ${this.problems()} ${this.models.length === 0 ? nothing : this.modelTable()}
      ${this.candidate === undefined ? nothing : this.question(this.candidate)}
      ${this.jobs.length === 0 ? nothing : this.jobTable()}
      ${trainForm({ rows: this.rows, busy: this.busy, change: (rows) => (this.rows = rows), submit: this.train })}
    `;
  }

  private modelTable(): TemplateResult {
    return html`<section class="card" aria-labelledby="models-title">
      <div class="row">
        <h2 id="models-title" class="grow">${t('In use')}</h2>
      </div>
      <div class="scroll" role="group" aria-labelledby="models-title" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">${t('Model')}</th>
              <th scope="col">${t('For')}</th>
              <th scope="col">${t('Made')}</th>
              <th scope="col">${t('State')}</th>
            </tr>
          </thead>
          <tbody>
            ${repeat(
              this.models,
              ({ model }) => model,
              (model) =>
                html`<tr>
                  <th scope="row">
                    <code>${model.model}</code>
                    ${model.kind === 'base' ? html`<span class="quiet">${t('base')}</span>` : nothing}
                  </th>
                  <td>${model.vertical === null ? t('every vertical') : verticalWord(model.vertical)}</td>
                  <td class="date">${formatDate(model.created_at)}</td>
                  <td>${this.modelState(model)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  private modelState(model: Model): TemplateResult {
    if (model.state === 'needs_training')
      return html`<span class="quiet"
        >${t('made for another base model, and not used any more: train it again with its recordings')}</span
      >`;
    const used = model.active ? html`<span class="badge active">${this.where(model)}</span>` : nothing;
    const full = model.kind === 'base' ? this.isEverywhere(model) : model.active;
    return html`${used}
    ${
      full
        ? nothing
        : html`<button type="button" aria-disabled=${this.busy} @click=${() => this.ask(model)}>
            ${t('Use')}<span class="unseen"> ${model.model}</span>
          </button>`
    }
    ${model.default_of.map(
      (vertical) =>
        html`<button type="button" aria-disabled=${this.busy} @click=${() => this.rollBack(vertical)}>
          ${t('Back')}${vertical === null ? '' : `, ${verticalWord(vertical)}`}<span class="unseen">
            ${t('to the model before {model}', { model: model.model })}</span
          >
        </button>`,
    )}`;
  }

  /** Whether every vertical uses this model. Each vertical uses one of the models. */
  private isEverywhere({ active_in: verticals }: Model): boolean {
    return verticals.length === this.models.reduce((sum, each) => sum + each.active_in.length, 0);
  }

  private where(model: Model): string {
    return this.isEverywhere(model)
      ? t('in use')
      : t('in use for {verticals}', { verticals: model.active_in.map(verticalWord).join(', ') });
  }

  private jobTable(): TemplateResult {
    return html`<section class="card" aria-labelledby="jobs-title">
      <h2 id="jobs-title">${t('Training')}</h2>
      <div class="scroll" role="group" aria-labelledby="jobs-title" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">${t('Model')}</th>
              <th scope="col">${t('State')}</th>
              <th scope="col">${t('Progress')}</th>
              <th scope="col">${t('Samples')}</th>
              <th scope="col">${t('Begun')}</th>
              <th scope="col">${t('What came of it')}</th>
            </tr>
          </thead>
          <tbody>
            ${repeat(
              this.jobs,
              ({ id }) => id,
              (job) =>
                html`<tr>
                  <th scope="row"><a href="#models/${encodeURIComponent(job.id)}">${job.name}</a></th>
                  <td><span class="badge ${job.status}">${jobStateWord(job.status)}</span></td>
                  <td>
                    <progress
                      max="1"
                      .value=${job.progress}
                      aria-label=${t('Progress of {name}', { name: job.name })}
                    ></progress>
                  </td>
                  <td class="number">
                    ${t('{ready} of {total}', { ready: formatNumber(job.samples.ready), total: formatNumber(job.samples.total) })}
                  </td>
                  <td class="date">${formatDate(job.created_at)}</td>
                  <td>${job.report?.verdict ?? job.error?.message ?? '–'}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${this.moreButton(this.cursor, this.more)}
    </section>`;
  }

  private readonly more = (): void => {
    void this.run(async () => {
      if (this.cursor === null) return;
      const query = new URLSearchParams({ limit: '50', cursor: this.cursor });
      const page = await call<JobPage>('GET', `/v1/fine-tune?${query}`);
      this.jobs = [...this.jobs, ...page.jobs];
      this.cursor = page.next_cursor;
    });
  };

  private readonly train = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const order = readTraining(form, this.rows);
    void this.run(async () => {
      const { job } = await call<{ job: FineTuneJob }>('POST', '/v1/fine-tune', order);
      form.reset();
      this.rows = firstRows();
      this.announce(t('Training of {name} was ordered', { name: job.name }));
      await this.reload();
    });
  };

  private question({ model, report }: Candidate): TemplateResult {
    return activateForm({
      model,
      report,
      busy: this.busy,
      activate: (vertical) => this.activate(model, vertical),
      cancel: () => (this.candidate = undefined),
    });
  }

  /** Shows what it gains and loses before anything is judged by it. */
  private ask(model: Model): void {
    void this.run(async () => {
      const path = `/v1/fine-tune/${encodeURIComponent(model.job_id ?? '')}`;
      const report =
        model.job_id === null ? null : (await call<{ job: FineTuneJob }>('GET', path)).job.report;
      this.candidate = { model, report };
      await this.updateComplete;
      this.querySelector<HTMLElement>('#activate-title')?.focus();
    });
  }

  private activate(model: Model, vertical: string | undefined): void {
    void this.run(async () => {
      const version = model.kind === 'tuned' ? { version: Number(model.version) } : {};
      const where = vertical === undefined ? {} : { vertical };
      await call('POST', `/v1/models/${encodeURIComponent(model.name)}/activate`, { ...version, ...where });
      this.candidate = undefined;
      this.announce(t('{model} is in use', { model: model.model }));
      await this.reload();
    });
  }

  private rollBack(vertical: string | null): void {
    void this.run(async () => {
      const body = vertical === null ? {} : { vertical };
      const { model } = await call<{ model: string }>('POST', '/v1/models/rollback', body);
      this.announce(t('{model} is in use again', { model }));
      await this.reload();
    });
  }
}
