import { html, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import { meterStyles } from './meter.styles.js';
import { share } from './share.js';

/**
 * A bar from 0 to 1. It has a name and the value in words for screen readers.
 *
 * @csspart track - The whole length.
 * @csspart fill - The filled part.
 * @csspart mark - The threshold, if one is set.
 * @cssproperty --undertone-meter-size - Height of the bar.
 * @cssproperty --undertone-meter-color - Color of the filled part.
 */
export class UndertoneMeter extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    value: { type: Number },
    mark: { type: Number },
    label: {},
    valueText: { attribute: 'value-text' },
  };

  static override styles: CSSResultGroup = [baseStyles, meterStyles];

  /** From 0 to 1; undefined while the value is not known. */
  declare value: number | undefined;
  /** A threshold from 0 to 1, drawn as a line. */
  declare mark: number | undefined;
  /** What is measured. */
  declare label: string;
  /** The value in words. A screen reader speaks it in place of the number. */
  declare valueText: string;

  constructor() {
    super();
    this.label = '';
    this.valueText = '';
  }

  protected override render(): TemplateResult {
    const value = share(this.value);
    // Sets the style as a property: a strict policy forbids a style attribute, and styleMap writes one at first.
    return html`<div
      class="track"
      part="track"
      role="meter"
      aria-label=${this.label}
      aria-valuemin="0"
      aria-valuemax="1"
      aria-valuenow=${value.toFixed(2)}
      aria-valuetext=${this.valueText}
    >
      <div class="fill" part="fill" .style=${`inline-size:${value * 100}%`}></div>
      ${
        this.mark === undefined
          ? ''
          : html`<div
              class="mark"
              part="mark"
              .style=${`inset-inline-start:${share(this.mark) * 100}%`}
            ></div>`
      }
    </div>`;
  }
}
