import { html, nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Prosody } from '@undertone/protocol';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import type { ComparedVoice } from '../state/manner.js';
import type { TracePoint } from '../state/speaker-state.js';
import { prosodyRows, TRACE, traceView, type ProsodyRow } from './prosody-view.js';
import { prosodyStyles } from './prosody.styles.js';

/**
 * Shows the voice in plain words and values: pitch, loudness, pace, pauses and quality, and a trace of the pitch.
 *
 * @csspart trace - The drawing of the pitch.
 * @csspart rows - The list of measurements.
 * @cssproperty --undertone-trace-size - Height of the drawing.
 */
export class UndertoneProsody extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    prosody: { attribute: false },
    trace: { attribute: false },
    voice: { attribute: false },
  };

  static override styles: CSSResultGroup = [baseStyles, prosodyStyles];

  /** The newest measurements. */
  declare prosody: Prosody | undefined;
  /** Pitch of the last seconds, oldest first. */
  declare trace: readonly TracePoint[];
  /** The voice beside its usual, where that is known. */
  declare voice: ComparedVoice | undefined;

  constructor() {
    super();
    this.trace = [];
  }

  protected override render(): TemplateResult {
    const texts = this.texts;
    const rows = this.prosody === undefined ? [] : prosodyRows(this.prosody, this.voice, texts);
    const trace = traceView(this.trace, texts);
    return html`
      <h4 class="heading">${texts.text('prosody.heading')}</h4>
      ${
        trace === undefined
          ? nothing
          : html`<svg
              class="trace"
              part="trace"
              viewBox="0 0 ${TRACE.width} ${TRACE.height}"
              preserveAspectRatio="none"
              role="img"
              aria-label=${trace.alt}
            >
              <path d=${trace.path} vector-effect="non-scaling-stroke"></path>
            </svg>`
      }
      ${
        rows.length === 0
          ? html`<p class="small muted">${texts.text('prosody.waiting')}</p>`
          : html`<dl class="rows" part="rows">${rows.map((row) => this.row(row))}</dl>`
      }
    `;
  }

  private row(row: ProsodyRow): TemplateResult {
    return html`<div class="row">
      <dt title=${row.term || nothing}>${row.name}</dt>
      <dd class="word">${row.word}</dd>
      <dd class="value"><bdi>${row.value}</bdi></dd>
    </div>`;
  }
}
