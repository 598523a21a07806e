import { css } from 'lit';

/**
 * The design tokens and the styles that every element needs. A page sets the public custom properties
 * (`--undertone-…`); the private ones (`--_…`) hold their defaults. In both schemes, each pair of text and background has a
 * contrast of at least 4.5:1, and each line and border that carries meaning at least 3:1 (base.styles.test.ts checks).
 */
export const baseStyles = css`
  :host {
    --_surface: var(--undertone-surface, light-dark(#ffffff, #14181e));
    --_sunken: var(--undertone-surface-sunken, light-dark(#f3f5f8, #1c222a));
    --_line: var(--undertone-line, light-dark(#dbe1e8, #2d3641));
    --_edge: var(--undertone-edge, light-dark(#76828f, #7b8895));
    --_text: var(--undertone-text, light-dark(#1a2330, #e8edf3));
    --_muted: var(--undertone-text-muted, light-dark(#52606f, #a7b3c0));
    --_accent: var(--undertone-accent, light-dark(#1d5fb8, #82b4ff));
    --_valence: var(--undertone-valence, light-dark(#0b6b6b, #54cfc3));
    --_arousal: var(--undertone-arousal, light-dark(#95480a, #f2ae5e));
    --_calm: var(--undertone-calm, light-dark(#1e6b45, #6fcf9b));
    --_notice: var(--undertone-notice, light-dark(#845400, #f0bb5c));
    --_alert: var(--undertone-alert, light-dark(#b02a21, #ff8d82));
    --_radius: var(--undertone-radius, 0.5rem);
    --_gap: var(--undertone-gap, 0.75rem);
    --_font: var(
      --undertone-font,
      system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      'Helvetica Neue',
      Arial,
      sans-serif
    );
    --_size: var(--undertone-font-size, 0.875rem);
    --_small: calc(var(--_size) * 0.8572);

    display: block;
    box-sizing: border-box;
    color: var(--_text);
    font: 400 var(--_size) / 1.4 var(--_font);
    font-variant-numeric: tabular-nums;
    text-align: start;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  :host([theme='light']) {
    color-scheme: light;
  }

  :host([theme='dark']) {
    color-scheme: dark;
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd,
  figure {
    margin: 0;
    padding: 0;
  }

  ul,
  ol {
    list-style: none;
  }

  /* A sentence from elsewhere, such as a cue in the language of the call, runs in its own direction and stands where the others do. */
  h3,
  h4,
  p,
  dt,
  span,
  .tips li {
    unicode-bidi: plaintext;
  }

  [lang][dir='rtl'] {
    text-align: right;
  }

  .heading {
    font: inherit;
    font-size: var(--_small);
    font-weight: 600;
    color: var(--_muted);
  }

  .muted {
    color: var(--_muted);
  }

  .small {
    font-size: var(--_small);
  }

  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }

  .quiet-button {
    display: inline-flex;
    align-items: center;
    gap: 0.375em;
    min-block-size: 1.75rem;
    padding: 0.125rem 0.375rem;
    margin-inline: -0.375rem;
    border: 0;
    border-radius: 0.25rem;
    background: none;
    color: var(--_accent);
    font-size: var(--_small);
    font-weight: 550;
  }

  .quiet-button:hover {
    background: var(--_sunken);
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @media (forced-colors: active) {
    :focus-visible {
      outline-color: Highlight;
    }
  }

  /* Paper is white: without backgrounds, light text would be read on it. */
  @media print {
    :host {
      color-scheme: light !important;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition: none !important;
      animation: none !important;
    }
  }
`;
