import { html, LitElement, nothing, svg, type PropertyDeclarations, type TemplateResult } from 'lit';
import { clock } from '../words/words.js';
import { placeOf, ticksOf } from './scale.js';
import { t } from '../language/text.js';

/** From this share of the axis on, a time stands before its place: after it, it would stand outside. */
const AT_THE_EDGE = 0.9;

/** What the readout says about a moment. */
export type Telling = (seconds: number) => string;

/**
 * Rows over one time axis, with a cursor: the pointer or the arrow keys move it, and a line below says what was at that moment. Where a
 * recording is at hand, the cursor follows it, and a click or Enter plays from there.
 */
export class CallTimeline extends LitElement {
  static override properties: PropertyDeclarations = {
    rows: { attribute: false },
    duration: { attribute: false },
    moments: { attribute: false },
    tell: { attribute: false },
    label: { attribute: false },
    playing: { attribute: false },
    at: { state: true },
  };

  /** Pairs of a name and a drawing. */
  declare rows: readonly TemplateResult[];
  /** Seconds. */
  declare duration: number;
  /** Where the arrow keys stop, in order. */
  declare moments: readonly number[];
  declare tell: Telling;
  declare label: string;
  /** Where the recording is, in seconds; undefined without one. */
  declare playing: number | undefined;
  declare private at: number | undefined;

  constructor() {
    super();
    this.rows = [];
    this.duration = 0;
    this.moments = [];
    this.tell = () => '';
    this.label = '';
    this.playing = undefined;
    this.at = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Moves the cursor to a moment, until the pointer or the keys move it. */
  show(seconds: number): void {
    this.at = seconds;
  }

  private get shownAt(): number | undefined {
    return this.at ?? this.playing;
  }

  protected override render(): TemplateResult {
    const at = this.shownAt;
    const now = at ?? 0;
    return html`<div
        class="timeline"
        role="slider"
        tabindex="0"
        aria-label=${this.label}
        aria-valuemin="0"
        aria-valuemax=${Math.round(this.duration)}
        aria-valuenow=${Math.round(now)}
        aria-valuetext=${this.tell(now)}
        @keydown=${this.keyed}
        @pointermove=${this.pointed}
        @pointerleave=${this.left}
        @click=${this.clicked}
        @blur=${this.left}
      >
        ${this.rows}
        <span class="lane-name"></span>
        <svg class="ticks" height="20" aria-hidden="true">
          ${ticksOf(this.duration).map(
            (seconds) =>
              svg`<text
                x=${placeOf(seconds, this.duration)}
                y="14"
                text-anchor=${seconds > AT_THE_EDGE * this.duration ? 'end' : 'start'}
              >${clock(seconds)}</text>`,
          )}
        </svg>
        ${at === undefined ? nothing : this.cursor(at)}
      </div>
      <p class="readout" aria-hidden="true">${at === undefined ? this.hint() : this.tell(at)}</p>`;
  }

  private cursor(at: number): TemplateResult {
    return html`<svg class="cursor" aria-hidden="true">
      ${svg`<line x1=${placeOf(at, this.duration)} x2=${placeOf(at, this.duration)} y1="0" y2="100%"></line>`}
    </svg>`;
  }

  private hint(): string {
    return t('Point at a moment, or use the arrow keys, to read it.');
  }

  private readonly keyed = (event: KeyboardEvent): void => {
    const now = this.shownAt ?? 0;
    const { moments } = this;
    const next = (): number | undefined => {
      switch (event.key) {
        case 'ArrowRight':
        case 'ArrowUp':
          return moments.find((moment) => moment > now + 0.01) ?? now;
        case 'ArrowLeft':
        case 'ArrowDown':
          return moments.filter((moment) => moment < now - 0.01).at(-1) ?? 0;
        case 'Home':
          return 0;
        case 'End':
          return moments.at(-1) ?? this.duration;
        default:
          return undefined;
      }
    };
    if (event.key === 'Enter') this.seek(now);
    const to = next();
    if (to === undefined) return;
    event.preventDefault();
    this.at = to;
  };

  /** The moment under the pointer, from the drawing that it is over. */
  private momentAt(event: MouseEvent): number | undefined {
    const lane = this.querySelector('.ticks')?.getBoundingClientRect();
    if (lane === undefined || event.clientX < lane.left || lane.width === 0) return undefined;
    return Math.min(1, (event.clientX - lane.left) / lane.width) * this.duration;
  }

  private readonly pointed = (event: PointerEvent): void => {
    this.at = this.momentAt(event);
  };

  private readonly left = (): void => {
    this.at = undefined;
  };

  private readonly clicked = (event: MouseEvent): void => {
    const at = this.momentAt(event);
    if (at !== undefined) this.seek(at);
  };

  private seek(at: number): void {
    this.dispatchEvent(new CustomEvent('seek', { detail: at, bubbles: true }));
  }
}
