import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { SpokenCue } from './spoken-cues.js';

/** What a screen reader says: the state of the call when it has time, a cue at once. */
export const liveRegionsPart = (polite: string, cue: SpokenCue | undefined): TemplateResult =>
  html`<div class="visually-hidden" role="status" aria-live="polite">${polite}</div>
    <div class="visually-hidden" role="alert" aria-live="assertive">
      ${keyed(cue?.key, cue === undefined ? nothing : html`<p>${cue.text}</p>`)}
    </div>`;
