import { css } from 'lit';

export const warningsStyles = css`
  .list {
    display: grid;
    gap: 0.25rem;
  }

  .warning {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.4375rem;
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }

  .warning svg {
    margin-block-start: 0.2em;
    color: var(--_notice);
  }
`;
