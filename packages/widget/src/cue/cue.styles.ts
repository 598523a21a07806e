import { css } from 'lit';

export const cueStyles = css`
  :host {
    --_tone: var(--_accent);
  }

  :host([severity='notice']) {
    --_tone: var(--_notice);
  }

  :host([severity='warning']) {
    --_tone: var(--_alert);
  }

  .card {
    position: relative;
    padding: 0.625rem 0.75rem 0.625rem 0.875rem;
    padding-inline: 0.875rem 0.75rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_sunken);
    overflow: hidden;
  }

  .card::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: 0.25rem;
    background: var(--_tone);
  }

  .severity {
    display: inline-flex;
    gap: 0.3125rem;
    align-items: center;
    font-size: var(--_small);
    font-weight: 600;
    color: var(--_tone);
  }

  .title {
    margin-block: 0.125rem;
    font: inherit;
    font-weight: 650;
    overflow-wrap: anywhere;
  }

  .tips {
    margin-block-start: 0.25rem;
    padding-inline-start: 1.125rem;
    list-style: disc;
  }

  .body,
  .tips li,
  .why {
    overflow-wrap: anywhere;
  }

  .why {
    margin-block-start: 0.125rem;
  }

  .why summary {
    padding-block: 0.25rem;
    cursor: pointer;
  }

  .why ul {
    padding-inline-start: 1.125rem;
    list-style: disc;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375rem;
    margin-block-start: 0.5rem;
  }

  .actions button {
    min-block-size: 1.875rem;
    padding: 0.125rem 0.5625rem;
    border: 1px solid var(--_edge);
    border-radius: 0.375rem;
    background: var(--_surface);
    font-size: var(--_small);
    font-weight: 550;
  }

  .actions button:hover {
    border-color: var(--_text);
  }

  .actions .accept {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_surface);
  }

  @media (prefers-reduced-motion: no-preference) {
    .card {
      animation: appear 180ms ease-out;
    }

    @keyframes appear {
      from {
        opacity: 0;
        translate: 0 -0.25rem;
      }
    }
  }

  @media (forced-colors: active) {
    .card {
      border-color: CanvasText;
    }

    .card::before {
      background: Highlight;
    }
  }
`;
