import { html, type TemplateResult } from 'lit';
import type { CallState } from '../state/call-state.js';
import { channelsOf } from '../state/channels.js';

/** Who spoke when. */
export const turnsPart = (
  { turns, people, sounds, speakers }: CallState,
  language: string,
): TemplateResult => {
  const { subjects, shared } = channelsOf(speakers);
  return html`<undertone-turns
    .lang=${language}
    .turns=${turns}
    .subjects=${subjects}
    .shared=${shared}
    .people=${people}
    .sounds=${sounds}
  ></undertone-turns>`;
};
