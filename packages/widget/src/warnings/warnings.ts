import { html, nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import type { WarningList } from '../state/warning-list.js';
import { warningText } from './warnings-view.js';
import { warningsStyles } from './warnings.styles.js';

/**
 * Shows problems that prevent good results, and what to do about them.
 *
 * @csspart list - The list.
 */
export class UndertoneWarnings extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    warnings: { attribute: false },
  };

  static override styles: CSSResultGroup = [baseStyles, warningsStyles];

  /** Newest first. */
  declare warnings: WarningList;

  constructor() {
    super();
    this.warnings = [];
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.warnings.length === 0) {
      return nothing;
    }
    const texts = this.texts;
    return html`<ul class="list" part="list" aria-label=${texts.text('warnings.heading')}>
      ${repeat(
        this.warnings,
        ({ warning }) => warning.code,
        ({ warning }) =>
          html`<li class="warning">
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
              <path
                d="M6 1 11.4 11H.6zM6 4.6v3M6 9v.6"
                fill="none"
                stroke="currentColor"
                stroke-width="1.25"
                stroke-linejoin="round"
              ></path>
            </svg>
            <span>${warningText(warning, texts)}</span>
          </li>`,
      )}
    </ul>`;
  }
}
