import { html } from 'lit';

/** The arrow of a button that unfolds something; styles turn it by `aria-expanded`. */
export const CHEVRON = html`<svg
  class="chevron"
  width="10"
  height="10"
  viewBox="0 0 10 10"
  aria-hidden="true"
>
  <path d="M1.5 3.5 5 7l3.5-3.5" fill="none" stroke="currentColor" stroke-width="1.5"></path>
</svg>`;
