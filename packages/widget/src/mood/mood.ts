import { html, nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { MOOD_LIMITS } from '@undertone/protocol';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import { moodIcon } from './mood-icon.js';
import { moodStyles } from './mood.styles.js';
import type { MoodView } from './mood-view.js';
import { TREND, trendPath } from './trend-path.js';

/**
 * Shows the mood of one person: a face and a word, what the agent can do, and where it went in the last ten seconds. What is not
 * sure any more is dimmed and dated.
 *
 * @csspart word - The mood in a word.
 * @csspart age - How long ago it was sure; absent while it is.
 * @csspart advice - What the agent can do.
 * @csspart reason - How the voice differs from before.
 * @csspart trend - The last ten seconds.
 */
export class UndertoneMood extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    view: { attribute: false },
    strip: { type: Boolean, reflect: true },
    cued: { type: Boolean },
    tone: { reflect: true },
    dim: { type: Boolean, reflect: true },
  };

  static override styles: CSSResultGroup = [baseStyles, moodStyles];

  /** What to show; undefined while nobody is known. */
  declare view: MoodView | undefined;
  /** One line only: face, word, trend. */
  declare strip: boolean;
  /** Whether a cue is on screen, which says more than the advice. */
  declare cued: boolean;
  /** The color, reflected as an attribute. */
  declare tone: string;
  /** Whether the mood is not sure any more, reflected as an attribute. */
  declare dim: boolean;

  constructor() {
    super();
    this.strip = false;
    this.cued = false;
    this.tone = 'none';
    this.dim = false;
  }

  protected override willUpdate(): void {
    super.willUpdate();
    this.tone = this.view?.tone ?? 'none';
    this.dim = this.view?.isDim ?? false;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (view === undefined) return nothing;
    return html`<div class="mood" data-kind=${view.kind}>
      <svg class="face" viewBox="0 0 20 20" aria-hidden="true">${moodIcon(view.kind)}</svg>
      <div class="words">
        <p class="word" part="word">${view.word}</p>
        ${view.age === '' ? nothing : html`<p class="small age" part="age">${view.age}</p>`}
      </div>
      ${view.kind === 'unheard' ? nothing : this.trend(view)}
      ${
        this.strip || this.cued || view.advice === ''
          ? nothing
          : html`<p class="advice" part="advice">${view.advice}</p>`
      }
      ${
        this.strip || view.reason === ''
          ? nothing
          : html`<p class="small muted reason" part="reason">${view.reason}</p>`
      }
    </div>`;
  }

  private trend(view: MoodView): TemplateResult {
    const { path, end } = trendPath(view.trace);
    const seconds = this.texts.number(MOOD_LIMITS.trend.windowMs / 1000);
    const label = this.texts.text('trend.label', { seconds, word: view.trendWord });
    return html`<div class="trend" part="trend">
      <svg
        viewBox="0 0 ${TREND.width} ${TREND.height}"
        preserveAspectRatio="none"
        role="img"
        aria-label=${label}
      >
        <path class="line" d=${path} vector-effect="non-scaling-stroke"></path>
        <path class="line end" d=${end} vector-effect="non-scaling-stroke"></path>
      </svg>
      ${this.strip ? nothing : html`<span class="small muted" aria-hidden="true">${view.trendWord}</span>`}
    </div>`;
  }
}
