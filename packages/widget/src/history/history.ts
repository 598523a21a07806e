import { html, nothing, svg, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import type { SoundView } from '../state/sound-list.js';
import { HISTORY_MS, type HistoryPoint } from '../state/speaker-state.js';
import { CHART, historyView, type HistoryLine, type SoundMark } from './history-view.js';
import { historyStyles } from './history.styles.js';

/**
 * Shows mood (valence, a solid line) and energy (arousal, a dashed line) over the last minute, as lines and in words. Laughs,
 * sighs and other sounds of the voice are square marks below: they say nothing about mood.
 *
 * @csspart chart - The drawing.
 * @csspart legend - The names of the lines with their level and trend in words.
 * @cssproperty --undertone-history-size - Height of the drawing.
 */
export class UndertoneHistory extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    points: { attribute: false },
    sounds: { attribute: false },
    nowMs: { attribute: false },
  };

  static override styles: CSSResultGroup = [baseStyles, historyStyles];

  /** Oldest first. */
  declare points: readonly HistoryPoint[];
  /** Sounds of the voice other than speech, oldest first. */
  declare sounds: readonly SoundView[];
  /** The present on the call's audio clock: the end of the drawing. */
  declare nowMs: number;

  constructor() {
    super();
    this.points = [];
    this.sounds = [];
    this.nowMs = 0;
  }

  protected override render(): TemplateResult {
    const texts = this.texts;
    const view = historyView(this.points, this.sounds, this.nowMs, texts);
    const seconds = texts.number(HISTORY_MS / 1000);
    return html`
      <div class="head">
        <h4 class="heading">${texts.text('history.heading')}</h4>
      </div>
      <svg
        class="chart"
        part="chart"
        viewBox="0 0 ${CHART.width} ${CHART.height}"
        preserveAspectRatio="none"
        role="img"
        aria-label=${view?.alt ?? texts.text('history.empty')}
      >
        <path
          class="zero"
          d="M0 ${CHART.height / 2}H${CHART.width}"
          vector-effect="non-scaling-stroke"
        ></path>
        ${view?.lines.map((line) => this.line(line))}
        ${view?.sounds.map(
          ({ x }) =>
            svg`<path class="sound" d="M${x.toFixed(1)} ${CHART.height - 4}h.1" vector-effect="non-scaling-stroke"></path>`,
        )}
      </svg>
      <div class="axis small muted" aria-hidden="true">
        <span>${texts.text('history.minuteAgo', { seconds })}</span>
        <span>${texts.text('history.now')}</span>
      </div>
      ${
        view === undefined
          ? html`<p class="small muted">${texts.text('history.empty')}</p>`
          : html`<ul class="legend" part="legend" aria-hidden="true">
              ${view.lines.map((line) => this.legend(line))}${this.soundLegend(view.sounds)}
            </ul>`
      }
    `;
  }

  private line(line: HistoryLine): TemplateResult {
    const end = line.end;
    return svg`<path
        class="line ${line.dimension}"
        d=${line.path}
        vector-effect="non-scaling-stroke"
      ></path>
      ${
        end === undefined
          ? nothing
          : svg`<path
              class="line end ${line.dimension}"
              d="M${end.x.toFixed(1)} ${end.y.toFixed(1)}h.1"
              vector-effect="non-scaling-stroke"
            ></path>`
      }`;
  }

  private soundLegend(sounds: readonly SoundMark[]): TemplateResult | typeof nothing {
    const last = sounds.at(-1);
    return last === undefined
      ? nothing
      : html`<li>
          <svg class="sample" viewBox="0 0 24 8" aria-hidden="true">
            <path class="sound" d="M12 4h.1"></path>
          </svg>
          <span>${this.texts.text('history.soundsLegend')}</span>
          <span class="words muted">${last.name}</span>
          <bdi class="value" dir="ltr">${this.texts.number(sounds.length)}</bdi>
        </li>`;
  }

  private legend(line: HistoryLine): TemplateResult {
    return html`<li>
      <svg class="sample" viewBox="0 0 24 8" aria-hidden="true">
        <path class="line ${line.dimension}" d="M1 4H23"></path>
      </svg>
      <span>${line.name}</span>
      <span class="words muted">${line.trend}</span>
      <bdi class="value" dir="ltr">${line.value}</bdi>
    </li>`;
  }
}
