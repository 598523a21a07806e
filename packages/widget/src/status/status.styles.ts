import { css } from 'lit';

export const statusStyles = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.625rem;
  }

  .analysis {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    padding: 0.125rem 0.5625rem 0.125rem 0.4375rem;
    border: 1px solid var(--_edge);
    border-radius: 1rem;
    font-size: var(--_small);
    font-weight: 600;
    white-space: nowrap;
  }

  .analysis svg {
    color: var(--_muted);
  }

  .analysis[data-state='on'] {
    border-color: var(--_calm);
  }

  .analysis[data-state='on'] svg {
    color: var(--_calm);
  }

  .analysis[data-state='silent'],
  .analysis[data-state='waiting'],
  .analysis[data-state='late'],
  .analysis[data-state='interrupted'],
  .analysis[data-state='paused'] {
    border-color: var(--_notice);
  }

  .connection {
    font-size: var(--_small);
    color: var(--_muted);
  }

  .connection[data-state='reconnecting'],
  .connection[data-state='failed'] {
    color: var(--_text);
    font-weight: 550;
  }

  .advice {
    flex-basis: 100%;
    font-size: var(--_small);
  }

  .code {
    display: block;
    color: var(--_muted);
    font-size: calc(var(--_size) * 0.7857);
  }

  @media (forced-colors: active) {
    .analysis {
      border-color: CanvasText !important;
    }
  }
`;
