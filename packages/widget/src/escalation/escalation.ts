import {
  html,
  svg,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { MoodTone } from '@undertone/protocol';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import { ESCALATION, escalationLevel, escalationView, type EscalationLevel } from './escalation-view.js';
import { escalationStyles } from './escalation.styles.js';

/** One, two or three filled bars: the level also has a shape besides its word and color. */
const STEPS: Readonly<Record<EscalationLevel, number>> = { unknown: 0, low: 1, raised: 2, high: 3 };

/**
 * Shows how tense the call is: low, raised or high.
 *
 * @csspart word - The level in a word.
 */
export class UndertoneEscalation extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    risk: { type: Number },
    tone: { reflect: true },
    level: { reflect: true },
  };

  static override styles: CSSResultGroup = [baseStyles, escalationStyles];

  /** Risk from 0 to 1; undefined while it is not known. */
  declare risk: number | undefined;
  /** The color of the mood that it stands beside; undefined where it stands alone and its level decides. */
  declare tone: MoodTone | undefined;
  /** The level of {@link risk}; reflected so that a page can style by it. */
  declare level: EscalationLevel;

  constructor() {
    super();
    this.level = 'unknown';
  }

  protected override willUpdate(changed?: PropertyValues<this>): void {
    super.willUpdate();
    if (changed?.has('risk')) {
      this.level = escalationLevel(this.risk);
    }
  }

  protected override render(): TemplateResult {
    const texts = this.texts;
    const view = escalationView(this.risk, texts);
    return html`
      <div class="head">
        <h4 class="heading">${texts.text('escalation.heading')}</h4>
        <span class="word" part="word">
          <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
            ${[0, 1, 2].map((step) => this.step(step, step < STEPS[view.level]))}
          </svg>
          ${view.word}
        </span>
      </div>
      <undertone-meter
        .label=${texts.text('escalation.heading')}
        .value=${this.risk}
        .mark=${ESCALATION.high}
        .valueText=${view.valueText}
      ></undertone-meter>
    `;
  }

  private step(step: number, filled: boolean): TemplateResult {
    return svg`<rect
      x=${step * 5 + 0.5}
      y=${8 - step * 3.5}
      width="3"
      height=${3.5 + step * 3.5}
      fill=${filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      stroke-width=".75"
    ></rect>`;
  }
}
