import { css } from 'lit';

export const turnsStyles = css`
  summary {
    display: flex;
    gap: 0.375rem;
    align-items: center;
    min-block-size: 1.75rem;
    cursor: pointer;
    list-style: none;
    font-size: var(--_small);
    font-weight: 600;
    color: var(--_muted);
  }

  summary::-webkit-details-marker {
    display: none;
  }

  summary svg {
    transition: rotate 120ms;
  }

  details[open] summary svg {
    rotate: 180deg;
  }

  .list {
    max-block-size: var(--undertone-turns-size, 14rem);
    overflow-y: auto;
  }

  .turn {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    column-gap: 0.625rem;
    padding-block: 0.25rem;
    border-block-start: 1px solid var(--_line);
    font-size: var(--_small);
  }

  .head {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.5rem;
  }

  .who {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .sound {
    color: var(--_muted);
  }

  .sound .who {
    font-weight: 450;
  }

  .what {
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
    font-style: italic;
  }

  .text {
    overflow-wrap: anywhere;
  }
`;
