import { html, nothing, svg, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import type { CueAction } from '../session/session-like.js';
import type { ActiveCue } from '../state/cue-queue.js';
import type { StringKey } from '../text/en.js';
import { CueFeedbackEvent } from './cue-event.js';
import { cueStyles } from './cue.styles.js';

/** How serious a cue is. A severity that this version does not know counts as `info`, the mildest. */
export type CueSeverity = 'info' | 'notice' | 'warning';

const SEVERITIES: readonly string[] = ['info', 'notice', 'warning'] satisfies CueSeverity[];
const ACTIONS: readonly { readonly action: CueAction; readonly key: StringKey }[] = [
  { action: 'accepted', key: 'cue.accept' },
  { action: 'snoozed', key: 'cue.snooze' },
  { action: 'dismissed', key: 'cue.dismiss' },
  { action: 'not_useful', key: 'cue.notUseful' },
];

/**
 * One cue with its tips and answer buttons. Escape dismisses it while the focus is inside.
 *
 * @csspart card - The card.
 * @csspart title - Its title.
 * @csspart why - The reasons in words; opened, with their numbers.
 * @csspart actions - The row of buttons.
 * @event undertone-cue-feedback - The agent answered: `detail` is {@link CueFeedback}.
 */
export class UndertoneCue extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    cue: { attribute: false },
    about: {},
    readOnly: { type: Boolean, attribute: 'read-only' },
    severity: { reflect: true },
  };

  static override styles: CSSResultGroup = [baseStyles, cueStyles];

  /** The cue to show. */
  declare cue: ActiveCue | undefined;
  /** The name of the person that the cue is about; undefined when that is the caller. */
  declare about: string | undefined;
  /** True for a viewer who only watches and cannot answer. */
  declare readOnly: boolean;
  /** The cue's severity, reflected as an attribute. */
  declare severity: CueSeverity;

  constructor() {
    super();
    this.severity = 'info';
    this.readOnly = false;
  }

  /** Focuses the first button. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('button')?.focus(options);
  }

  protected override willUpdate(): void {
    super.willUpdate();
    const severity = this.cue?.cue.severity ?? 'info';
    this.severity = isSeverity(severity) ? severity : 'info';
  }

  protected override render(): TemplateResult | typeof nothing {
    const entry = this.cue;
    if (entry === undefined) {
      return nothing;
    }
    const texts = this.texts;
    // Shows the evidence, which is written for people. The reason is a code for programs. Each line begins like a sentence, so that a
    // comma or an "and" would not join them.
    const why = entry.evidence.map(inWords).join(' · ');
    return html`<article class="card" part="card" aria-labelledby="title" @keydown=${this.onKey}>
      <div class="severity">
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">${icon(this.severity)}</svg>
        ${texts.text(`cue.severity.${this.severity}`)}${this.about === undefined ? nothing : html` · <bdi>${this.about}</bdi>`}
      </div>
      <h3 class="title" part="title" id="title">${entry.cue.title}</h3>
      <p class="body">${entry.cue.body}</p>
      ${
        entry.cue.tips.length === 0
          ? nothing
          : html`<ul class="tips">
              ${entry.cue.tips.map((tip) => html`<li>${tip}</li>`)}
            </ul>`
      }
      ${this.readOnly ? nothing : this.actions()}
      ${
        why === ''
          ? nothing
          : html`<details class="why small muted" part="why">
              <summary>${texts.text('cue.why')}: ${why}</summary>
              <ul>
                ${entry.evidence.map((line) => html`<li>${line}</li>`)}
              </ul>
            </details>`
      }
    </article>`;
  }

  private actions(): TemplateResult {
    const texts = this.texts;
    return html`<div class="actions" part="actions" role="group" aria-label=${texts.text('cue.actions')}>
      ${ACTIONS.map(
        ({ action, key }) =>
          html`<button
            type="button"
            class=${action === 'accepted' ? 'accept' : nothing}
            @click=${() => this.answer(action)}
          >
            ${texts.text(key)}
          </button>`,
      )}
    </div>`;
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !this.readOnly) {
      event.stopPropagation();
      this.answer('dismissed');
    }
  };

  private answer(action: CueAction): void {
    const entry = this.cue;
    if (entry !== undefined) {
      const afterMs = Math.max(0, Math.round(performance.now() - entry.shownAtMs));
      this.dispatchEvent(new CueFeedbackEvent({ cueId: entry.cueId, action, afterMs }));
    }
  }
}

/** A line of evidence without the numbers that it ends with in brackets. */
const inWords = (line: string): string => line.replace(/\s*\([^()]*\)$/, '');

const isSeverity = (value: string): value is CueSeverity => SEVERITIES.includes(value);

/** Each severity has its own shape: circle, diamond, triangle. */
const icon = (severity: CueSeverity): TemplateResult => {
  switch (severity) {
    case 'info':
      return svg`<circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" stroke-width="2"></circle>`;
    case 'notice':
      return svg`<path d="M6 .8 11.2 6 6 11.2.8 6z" fill="currentColor"></path>`;
    case 'warning':
      return svg`<path d="M6 .8 11.8 11H.2z" fill="currentColor"></path>`;
  }
};
