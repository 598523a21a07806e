import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { SpokenCue } from './spoken-cues.js';

/** What a screen reader says: the state of the call when it has time, a cue at once. */
export const liveRegionsPart = (polite: string, cue: SpokenCue | undefined): TemplateResult =>
  html`<div class="visually-hidden" role="status" aria-live="polite">${polite}</div>
    <div class="visually-hidden" role="alert" aria-live="assertive">
      ${repeat(
        cue === undefined ? [] : [cue],
        ({ key }) => key,
        ({ text }) => html`<p>${text}</p>`,
      )}
    </div>`;
