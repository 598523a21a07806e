import { html, nothing, svg, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { MoodSpan } from '@undertone/protocol';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import { overText, PICTURE, summaryView, type Share } from './summary-view.js';
import { summaryStyles } from './summary.styles.js';

/**
 * Shows a call that is over as one picture: which mood when, and for how long.
 *
 * @csspart picture - The picture.
 * @csspart shares - The moods with their times.
 */
export class UndertoneSummary extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    spans: { attribute: false },
    stopped: { type: Boolean },
    another: { type: Boolean, reflect: true },
    strip: { type: Boolean, reflect: true },
  };

  static override styles: CSSResultGroup = [baseStyles, summaryStyles];

  /** The stretches of mood, oldest first. */
  declare spans: readonly MoodSpan[];

  /** The analysis ended, and not by the page: the call may go on. */
  declare stopped: boolean;
  /** It stands beside the picture of another voice, or below it: that the call is over is said once. */
  declare another: boolean;
  /** One line only. */
  declare strip: boolean;

  constructor() {
    super();
    this.spans = [];
    this.stopped = false;
    this.another = false;
    this.strip = false;
  }

  protected override render(): TemplateResult {
    const texts = this.texts;
    const view = summaryView(this.spans, texts);
    const head = this.another ? nothing : html`<p class="word">${overText(this.stopped, texts)}</p>`;
    if (view === undefined) {
      return html`<div class="summary">
        ${head}${this.strip ? nothing : html`<p class="muted">${texts.text(this.spans.length === 0 ? 'summary.nothing' : 'summary.little')}</p>`}
      </div>`;
    }
    return html`<div class="summary">
      ${head}
      <svg
        class="picture"
        part="picture"
        viewBox="0 0 ${PICTURE.width} ${PICTURE.height}"
        preserveAspectRatio="none"
        role="img"
        aria-label=${view.alt}
      >
        ${view.stretches.map(
          ({ kind, x, width, height, tone }) =>
            svg`<rect
              data-kind=${kind}
              data-tone=${tone}
              x=${x.toFixed(1)}
              y=${PICTURE.height - height}
              width=${width.toFixed(1)}
              height=${height}
            ></rect>`,
        )}
      </svg>
      ${
        this.strip
          ? nothing
          : html`<div class="axis small muted" aria-hidden="true">
                <span>${view.startText}</span><span>${view.endText}</span>
              </div>
              <ul class="shares" part="shares">
                ${view.shares.map(
                  (share) =>
                    html`<li>
                      ${this.key(share)}<span>${share.word}</span> <bdi dir="ltr">${share.time}</bdi>
                    </li>`,
                )}
              </ul>
              <p class="small muted">${view.end}</p>`
      }
    </div>`;
  }

  /** How a mood looks in the picture: moods of one color differ in height, or one of them is an outline. */
  private key({ kind, height, tone }: Share): TemplateResult {
    return html`<svg
      class="key"
      viewBox="0 0 ${PICTURE.height} ${PICTURE.height}"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      ${svg`<rect
        data-kind=${kind}
        data-tone=${tone}
        y=${PICTURE.height - height}
        width=${PICTURE.height}
        height=${height}
      ></rect>`}
    </svg>`;
  }
}
