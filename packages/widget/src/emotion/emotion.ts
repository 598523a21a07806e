import { html, nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Directive } from '@undertone/protocol';
import { CHEVRON } from '../base/chevron.js';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import { DEFAULT_FLOOR, emotionView, type EmotionRow, type EmotionView } from './emotion-view.js';
import { emotionStyles } from './emotion.styles.js';

/** Half the side of the plane of mood and energy, in SVG units. */
const PAD_RADIUS = 22;

/**
 * Shows how a person sounds now: the emotion with its confidence, and all probabilities on demand.
 *
 * @csspart name - The emotion's name.
 * @csspart confidence - The confidence bar with its text.
 * @csspart doubts - What lowered the confidence.
 * @csspart pad - The plane of mood (horizontal) and energy (vertical).
 * @csspart toggle - The button that shows all emotions.
 * @csspart list - The list of all emotions.
 */
export class UndertoneEmotion extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    directive: { attribute: false },
    modelLabels: { attribute: false },
    floor: { type: Number },
    steady: { type: Boolean, reflect: true },
    open: { type: Boolean, reflect: true },
  };

  static override styles: CSSResultGroup = [baseStyles, emotionStyles];

  /** The newest directive whose span contains speech. */
  declare directive: Directive | undefined;
  /** Labels that the model outputs itself. The others are marked as derived; when this is empty, none is marked. */
  declare modelLabels: readonly string[];
  /** Confidence from 0 to 1. Below it the emotion is shown as uncertain, as is what the relay calls uncertain. */
  declare floor: number;
  /** Whether the readings follow a mood that is shown beside them: when no emotion leads, the mood says enough. */
  declare steady: boolean;
  /** Whether all probabilities are shown. */
  declare open: boolean;

  constructor() {
    super();
    this.modelLabels = [];
    this.floor = DEFAULT_FLOOR;
    this.steady = false;
    this.open = false;
  }

  protected override render(): TemplateResult {
    const texts = this.texts;
    if (this.directive === undefined) {
      return html`<p class="muted">${texts.text('speaker.waiting')}</p>`;
    }
    const view = emotionView(this.directive, this.modelLabels, this.floor, texts);
    const isMixed = this.steady && view.uncertain;
    const toggle = view.rows.length === 0 ? nothing : this.toggleButton();
    return html`
      <div class="now">${isMixed ? html`<div>${toggle}</div>` : this.named(view)} ${this.pad(view)}</div>
      ${
        view.doubts === ''
          ? nothing
          : html`<p class="small muted" id="doubts" part="doubts" title=${texts.text('emotion.doubtsWhy')}>
              ${view.doubts}
            </p>`
      }
      ${view.note === '' || isMixed ? nothing : html`<p class="small muted">${view.note}</p>`}
      ${isMixed ? nothing : toggle} ${view.rows.length === 0 ? nothing : this.all(view.rows, isMixed)}
    `;
  }

  private named(view: EmotionView): TemplateResult {
    const texts = this.texts;
    return html`<div>
      <div class="name" part="name" ?data-uncertain=${view.uncertain}>
        ${view.title}${
          view.derived
            ? html`<span class="derived" title=${texts.text('emotion.derivedWhy')}
                >${texts.text('emotion.derived')}</span
              >`
            : nothing
        }
      </div>
      <div
        class="confidence"
        part="confidence"
        role="group"
        aria-label=${texts.text('emotion.confidence')}
        aria-describedby=${view.doubts === '' ? nothing : 'doubts'}
      >
        <undertone-meter
          .label=${texts.text('emotion.confidence')}
          .value=${view.confidence}
          .mark=${this.floor > 0 ? this.floor : undefined}
          .valueText=${view.confidenceText}
        ></undertone-meter>
        <bdi class="small muted">${view.confidenceText}</bdi>
      </div>
    </div>`;
  }

  private pad(view: EmotionView): TemplateResult | typeof nothing {
    if (view.point === undefined) {
      return nothing;
    }
    // The history below says the same two numbers in words, so a screen reader skips this picture.
    return html`<svg class="pad" part="pad" viewBox="-24 -24 48 48" aria-hidden="true">
      <rect
        x=${-PAD_RADIUS}
        y=${-PAD_RADIUS}
        width=${PAD_RADIUS * 2}
        height=${PAD_RADIUS * 2}
        rx="5"
        fill="none"
        stroke="currentColor"
      ></rect>
      <path d="M-22 0H22M0 -22V22" stroke="currentColor" stroke-width=".75" stroke-dasharray="2 2"></path>
      <circle
        class="dot"
        cx=${view.point.valence * (PAD_RADIUS - 4)}
        cy=${-view.point.arousal * (PAD_RADIUS - 4)}
        r="4.5"
      ></circle>
    </svg>`;
  }

  private toggleButton(): TemplateResult {
    return html`<button
      class="quiet-button"
      part="toggle"
      type="button"
      aria-expanded=${this.open ? 'true' : 'false'}
      aria-controls="all"
      @click=${this.toggle}
    >
      ${this.texts.text('emotion.showAll')} ${CHEVRON}
    </button>`;
  }

  private all(rows: readonly EmotionRow[], isMixed: boolean): TemplateResult {
    const texts = this.texts;
    return html`
      <div id="all" ?hidden=${!this.open}>
        ${
          this.open
            ? html`<ul class="list" part="list" aria-label=${texts.text('emotion.listLabel')}>
                  ${rows.map((row) => this.row(row, row.top && !isMixed))}
                </ul>
                ${
                  rows.some((row) => row.derived)
                    ? html`<p class="legend small muted">
                        <span class="derived">${texts.text('emotion.derived')}</span>
                        ${texts.text('emotion.derivedWhy')}
                      </p>`
                    : nothing
                }`
            : nothing
        }
      </div>
    `;
  }

  private row(row: EmotionRow, isTop: boolean): TemplateResult {
    return html`<li class="row" ?data-top=${isTop}>
      <span class="label" ?data-derived=${row.derived}
        >${row.name}${
          row.derived
            ? html`<span class="visually-hidden"> (${this.texts.text('emotion.derived')})</span>`
            : nothing
        }</span
      >
      <div class="bar" aria-hidden="true">
        <div .style=${`inline-size:${row.probability * 100}%`}></div>
      </div>
      <bdi class="percent">${row.percent}</bdi>
    </li>`;
  }

  private readonly toggle = (): void => {
    this.open = !this.open;
  };
}
