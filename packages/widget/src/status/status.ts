import { html, nothing, svg, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import type { ConnectionName } from '../session/session-like.js';
import type { Silence } from '../state/lost-sound.js';
import { observersText, statusView, type AnalysisState } from './status-view.js';
import { statusStyles } from './status.styles.js';

/**
 * Shows whether analysis is on, and the state of the connection. Always visible: people have a right to know.
 *
 * @slot - More controls at the end of the line.
 * @csspart analysis - The "analysis on" badge.
 * @csspart connection - The connection state in words.
 * @csspart observers - How many people watch; absent while nobody does.
 */
export class UndertoneStatus extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    connection: { reflect: true },
    code: {},
    lagMs: { type: Number, attribute: 'lag-ms' },
    isAnswered: { type: Boolean, attribute: 'answered' },
    observers: { type: Number },
    silence: { attribute: false },
    isHeld: { type: Boolean, attribute: 'held' },
    isWatched: { type: Boolean, attribute: 'watched' },
  };

  static override styles: CSSResultGroup = [baseStyles, statusStyles];

  /** The state of the session. */
  declare connection: ConnectionName;
  /** Why the session failed or ended, as the client's or relay's code. */
  declare code: string | undefined;

  /** How far results are behind the speech. */
  declare lagMs: number;

  /** Whether the relay has shown that it analyzes. */
  declare isAnswered: boolean;

  /** Whether analysis is paused, even while the link is down. */
  declare isHeld: boolean;

  /** Whether it is somebody else's call. */
  declare isWatched: boolean;

  /** Whose sound is missing, and why; undefined while everybody is heard. */
  declare silence: Silence | undefined;

  /** How many people watch this session. A person who is watched must see this. */
  declare observers: number;

  constructor() {
    super();
    this.connection = 'idle';
    this.lagMs = 0;
    this.observers = 0;
    this.isHeld = false;
    this.isWatched = false;
    this.isAnswered = false;
  }

  protected override render(): TemplateResult {
    const texts = this.texts;
    const view = statusView(this, texts);
    return html`<div class="bar">
      <span
        class="analysis"
        part="analysis"
        data-state=${view.analysis}
        title=${view.analysis === 'on' ? texts.text('analysis.onWhy') : nothing}
      >
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">${icon(view.analysis)}</svg>
        ${view.analysisText}
      </span>
      <span class="connection" part="connection" data-state=${this.connection}>${view.connectionText}</span>
      ${
        this.observers > 0
          ? html`<span class="connection" part="observers">${observersText(this.observers, texts)}</span>`
          : nothing
      }
      <slot></slot>
      ${
        view.advice === ''
          ? nothing
          : html`<p class="advice">
              ${view.advice} ${view.code === '' ? nothing : html`<span class="code">${view.code}</span>`}
            </p>`
      }
    </div>`;
  }
}

/** Each kind of state has its own shape: disc, ring with a stroke through it, ring with a gap, two bars, empty ring. */
const icon = (state: AnalysisState): TemplateResult => {
  switch (state) {
    case 'on':
      return svg`<circle cx="5" cy="5" r="4" fill="currentColor"></circle>`;
    case 'silent':
      return svg`<path d="M8.5 5A3.5 3.5 0 1 1 5 1.5 3.5 3.5 0 0 1 8.5 5M1 9 9 1" fill="none" stroke="currentColor" stroke-width="1.5"></path>`;
    case 'waiting':
    case 'late':
    case 'interrupted':
      return svg`<path d="M8.5 5A3.5 3.5 0 1 1 5 1.5" fill="none" stroke="currentColor" stroke-width="2"></path>`;
    case 'paused':
      return svg`<path d="M3 1.5v7M7 1.5v7" stroke="currentColor" stroke-width="2"></path>`;
    case 'off':
      return svg`<circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" stroke-width="1.5"></circle>`;
  }
};
