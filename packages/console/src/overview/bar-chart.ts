import { html, LitElement, nothing, svg, type PropertyDeclarations, type TemplateResult } from 'lit';
import { csvLink, csvOf } from './csv.js';
import { locale } from '../language/language.js';
import { withMinus } from '../shell/format.js';
import { t } from '../language/text.js';

/** One color of the bars. */
export interface Series {
  readonly title: string;
  /** The color's class. */
  readonly kind: string;
  readonly values: readonly number[];
}

const HEIGHT = 140;
const TOP = 8;

/** A round number that is not below. */
const roundUp = (value: number): number => {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
};

const figures = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 });
const figure = (value: number): string => withMinus(figures.format(value));

/**
 * Bars by day or week, on top of each other where there are several series. The pointer or the arrow keys choose a bar, and a line says
 * its values; the same numbers stand in a table behind it, which can be saved as CSV.
 */
export class BarChart extends LitElement {
  static override properties: PropertyDeclarations = {
    heading: { attribute: false },
    periods: { attribute: false },
    series: { attribute: false },
    unit: { attribute: false },
    file: { attribute: false },
    at: { state: true },
  };

  declare heading: string;
  /** A word for each bar. */
  declare periods: readonly string[];
  declare series: readonly Series[];
  /** Behind a number: " min". */
  declare unit: string;
  /** Name of the CSV file. */
  declare file: string;
  declare private at: number | undefined;

  constructor() {
    super();
    this.heading = '';
    this.periods = [];
    this.series = [];
    this.unit = '';
    this.file = 'table';
    this.at = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { heading, periods, series, at } = this;
    const last = Math.max(0, periods.length - 1);
    const now = Math.min(at ?? last, last);
    return html`<section class="card">
      <h2>${heading}</h2>
      ${
        series.length < 2
          ? nothing
          : html`<p class="quiet hues">
              ${series.map(({ title, kind }) => html`<span class="tag ${kind}">${title}</span>`)}
            </p>`
      }
      <div
        class="bars"
        role="slider"
        tabindex="0"
        aria-label=${heading}
        aria-valuemin="0"
        aria-valuemax=${last}
        aria-valuenow=${now}
        aria-valuetext=${this.words(now)}
        @keydown=${this.keyed}
        @pointermove=${this.pointed}
        @pointerleave=${this.left}
        @blur=${this.left}
      >
        ${this.drawing()}
      </div>
      <p class="readout" aria-hidden="true">${this.words(now)}</p>
      <details>
        <summary>${t('As a table')}</summary>
        ${this.table()} ${this.link()}
      </details>
    </section>`;
  }

  private drawing(): TemplateResult {
    const { periods, series, at } = this;
    const totals = periods.map((_, index) =>
      series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
    );
    const most = roundUp(Math.max(0, ...totals));
    const slot = 100 / Math.max(1, periods.length);
    const y = (value: number): number => TOP + (1 - value / most) * (HEIGHT - TOP);
    const every = Math.ceil(periods.length / 6);
    const marks = [most, most / 2, 0];
    return html`<svg height=${HEIGHT + 20} aria-hidden="true">
        ${marks.map((value) => svg`<text x="0" y=${y(value)} dy="4">${figure(value)}${this.unit}</text>`)}
      </svg>
      <svg class="drawing" height=${HEIGHT + 20} aria-hidden="true">
        ${marks.map(
          (value) => svg`<line class="axis" x1="0" x2="100%" y1=${y(value)} y2=${y(value)}></line>`,
        )}
        ${periods.map((period, index) => {
          let below = 0;
          return svg`<g class=${at === index ? 'bar-at' : ''}>
          ${series.map(({ kind, values }) => {
            const value = values[index] ?? 0;
            const top = y(below + value);
            const height = y(below) - top;
            below += value;
            return svg`<rect class=${kind} x="${(index * slot + slot * 0.12).toFixed(3)}%" width="${(slot * 0.76).toFixed(3)}%" y=${top} height=${height}></rect>`;
          })}
          ${
            index % every === 0
              ? svg`<text class=${(index / every) % 2 === 1 ? 'between' : ''} x="${(index * slot + slot / 2).toFixed(3)}%" y=${HEIGHT + 14} text-anchor="middle">${period}</text>`
              : ''
          }
        </g>`;
        })}
      </svg>`;
  }

  private words(index: number): string {
    const period = this.periods[index];
    if (period === undefined) return t('No call in these days.');
    const values = this.series.map(
      ({ title, values: of }) => `${title.toLowerCase()} ${this.number(of[index] ?? 0)}`,
    );
    return `${period}: ${values.join(', ')}`;
  }

  private number(value: number): string {
    return `${figure(value)}${this.unit}`;
  }

  private table(): TemplateResult {
    return html`<div class="scroll tall" role="group" aria-label=${this.heading} tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${t('From')}</th>
            ${this.series.map(({ title }) => html`<th scope="col">${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.periods.map(
            (period, index) =>
              html`<tr>
                <th scope="row" class="date">${period}</th>
                ${this.series.map(({ values }) => html`<td class="number">${this.number(values[index] ?? 0)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  private link(): TemplateResult {
    const rows = this.periods.map((period, index) => [
      period,
      ...this.series.map(({ values }) => Math.round((values[index] ?? 0) * 100) / 100),
    ]);
    return csvLink(this.file, this.heading, csvOf(['from', ...this.series.map(({ title }) => title)], rows));
  }

  private readonly keyed = (event: KeyboardEvent): void => {
    const last = this.periods.length - 1;
    const now = Math.min(this.at ?? last, last);
    const to = {
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.at = Math.min(last, Math.max(0, to));
  };

  private readonly pointed = (event: PointerEvent): void => {
    const area = this.querySelector('.drawing')?.getBoundingClientRect();
    if (area === undefined) return;
    const share = (event.clientX - area.left) / Math.max(1, area.width);
    this.at = Math.min(this.periods.length - 1, Math.max(0, Math.floor(share * this.periods.length)));
  };

  private readonly left = (): void => {
    this.at = undefined;
  };
}
