import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { call } from '../api/call.js';
import { formatDate, formatNumber } from '../shell/format.js';
import { View } from '../shell/view.js';
import {
  type ChanceQuality,
  formatFigure,
  formatLift,
  type NumberQuality,
  type PredictionQuality,
  type PredictionVersions,
} from './quality.js';
import { reliabilityChart } from './reliability-chart.js';
import { t } from '../language/text.js';
import { changeWord, targetWord } from '../words/state-words.js';

const ROLL_BACK = 'POST /v1/predictions/rollback';

/** Whether predictions help, what they learned from outcomes, and how to go back to an earlier version. */
export class PredictionsView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    quality: { state: true },
    versions: { state: true },
  };

  declare private quality: PredictionQuality | undefined;
  declare private versions: PredictionVersions | undefined;

  constructor() {
    super();
    this.quality = undefined;
    this.versions = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    [this.quality, this.versions] = await Promise.all([
      call<PredictionQuality>('GET', '/v1/predictions/quality', undefined, signal),
      call<PredictionVersions>('GET', '/v1/predictions/versions', undefined, signal),
    ]);
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">${t('Predictions')}</h1>
      ${this.problems()} ${this.quality === undefined ? nothing : this.figures(this.quality)}
      ${this.versions === undefined ? nothing : this.history(this.versions)}
    `;
  }

  private figures({ outcomes, targets }: PredictionQuality): TemplateResult {
    if (outcomes === 0) {
      return html`<p class="card quiet">
        ${t('No outcome yet: predictions are the prior alone. Tell how conversations ended, and they learn from it: on a call’s page, or with this request:')}
        <code>POST /v1/sessions/{id}/outcome</code>
      </p>`;
    }
    return html`<p class="quiet">
        ${t(outcomes === 1 ? '{outcomes} outcome' : '{outcomes} outcomes', { outcomes: formatNumber(outcomes) })}${t('; each prediction was scored before its outcome was learned from.')}
      </p>
      <div class="grid">
        ${Object.entries(targets).map(([target, quality]) =>
          quality.kind === 'chance' ? this.chance(target, quality) : this.number(target, quality),
        )}
      </div>`;
  }

  private chance(target: string, quality: ChanceQuality): TemplateResult {
    return this.target(
      target,
      quality.outcomes,
      reliabilityChart(targetWord(target), quality.reliability_curve),
      [
        [t('Brier score'), formatFigure(quality.brier_score)],
        [t('Against the prior'), formatLift(quality.lift_over_prior)],
        [t('Against the base rate'), formatLift(quality.lift_over_base_rate)],
        [t('Calibration error'), formatFigure(quality.calibration_error)],
      ],
    );
  }

  private number(target: string, quality: NumberQuality): TemplateResult {
    const held = quality.coverage === null ? '–' : `${Math.round(quality.coverage * 100)} %`;
    return this.target(target, quality.outcomes, nothing, [
      [t('Typical error'), formatFigure(quality.root_mean_squared_error)],
      [t('Against the prior'), formatLift(quality.lift_over_prior)],
      [t('Against the mean'), formatLift(quality.lift_over_mean)],
      [t('Inside the {percent} % interval', { percent: Math.round(quality.interval_level * 100) }), held],
    ]);
  }

  private target(
    target: string,
    outcomes: number,
    picture: TemplateResult | typeof nothing,
    figures: readonly (readonly [string, string])[],
  ): TemplateResult {
    return html`<section class="card" aria-labelledby="target-${target}">
      <h2 id="target-${target}">${targetWord(target)}</h2>
      ${outcomes === 0 ? html`<p class="quiet">${t('No outcome tells about it yet.')}</p>` : picture}
      <table>
        <tbody>
          ${figures.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td class="number">${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
  }

  private history({ current, versions }: PredictionVersions): TemplateResult {
    return html`<section class="card" aria-labelledby="versions-title">
      <h2 id="versions-title">${t('What was learned')}</h2>
      <div class="scroll tall" role="group" aria-labelledby="versions-title" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">${t('Version')}</th>
              <th scope="col">${t('Outcomes')}</th>
              <th scope="col">${t('Because of')}</th>
              <th scope="col">${t('Made')}</th>
              <th scope="col"><span class="unseen">${t('Actions')}</span></th>
            </tr>
          </thead>
          <tbody>
            ${[...versions].reverse().map(
              ({ version, outcomes, change, created_at: createdAt, can_roll_back_to: kept }) =>
                html`<tr>
                  <th scope="row">${version}</th>
                  <td class="number">${outcomes}</td>
                  <td>${changeWord(change.kind)} ${change.session_id ?? change.to ?? ''}</td>
                  <td class="date">${formatDate(createdAt)}</td>
                  <td>${version === current ? t('in use') : kept ? this.backTo(version) : nothing}</td>
                </tr>`,
            )}
            <tr>
              <th scope="row">0</th>
              <td class="number">0</td>
              <td>${t('the prior')}</td>
              <td>–</td>
              <td>${current === 0 ? t('in use') : this.backTo(0)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      ${this.refusal(ROLL_BACK)}
    </section>`;
  }

  private backTo(version: number): TemplateResult | typeof nothing {
    if (!this.rights.may(ROLL_BACK)) return nothing;
    return html`<button type="button" aria-disabled=${this.busy} @click=${() => this.rollBack(version)}>
      ${t('Go back')}<span class="unseen"> ${t('to version {version}', { version })}</span>
    </button>`;
  }

  private rollBack(version: number): void {
    void this.run(
      async () => {
        await call('POST', '/v1/predictions/rollback', { version });
        this.announce(t('Predictions went back to version {version}', { version }));
        await this.reload();
      },
      t('Let predictions think what version {version} thought?', { version }),
    );
  }
}
