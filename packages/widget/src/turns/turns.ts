import { html, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Subject } from '@undertone/protocol';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import type { TurnView } from '../state/turn-list.js';
import { turnRows } from './turns-view.js';
import { turnsStyles } from './turns.styles.js';

/**
 * Who spoke when, how it sounded, and the words where a transcript is supplied. Newest first, folded at first.
 *
 * @csspart summary - The line that folds the list.
 * @csspart list - The list.
 * @cssproperty --undertone-turns-size - Height from which the list scrolls.
 */
export class UndertoneTurns extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    turns: { attribute: false },
    subjects: { attribute: false },
    open: { type: Boolean, reflect: true },
  };

  static override styles: CSSResultGroup = [baseStyles, turnsStyles];

  /** Oldest first. */
  declare turns: readonly TurnView[];
  /** Who is on which channel. */
  declare subjects: ReadonlyMap<number, Subject>;
  /** Whether the list is unfolded. */
  declare open: boolean;

  constructor() {
    super();
    this.turns = [];
    this.subjects = new Map();
    this.open = false;
  }

  protected override render(): TemplateResult {
    const texts = this.texts;
    const rows = this.open ? turnRows(this.turns, this.subjects, texts) : [];
    return html`<details ?open=${this.open} @toggle=${this.#onToggle}>
      <summary part="summary">
        ${texts.text('turns.heading')} (${texts.number(this.turns.length)})
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d="M1.5 3.5 5 7l3.5-3.5" fill="none" stroke="currentColor" stroke-width="1.5"></path>
        </svg>
      </summary>
      ${
        rows.length === 0
          ? html`<p class="small muted">${texts.text('turns.empty')}</p>`
          : html`<ol class="list" part="list" tabindex="0" aria-label=${texts.text('turns.heading')}>
              ${repeat(
                rows,
                (row) => row.turnId,
                (row) =>
                  html`<li class="turn">
                    <span class="muted">${row.time}</span>
                    <div>
                      <div class="head">
                        <span class="who">${row.speaker}</span><span class="muted">${row.emotion}</span>
                      </div>
                      <div class="text">${row.text}</div>
                    </div>
                  </li>`,
              )}
            </ol>`
      }
    </details>`;
  }

  readonly #onToggle = (event: Event): void => {
    this.open = (event.currentTarget as HTMLDetailsElement).open;
  };
}
