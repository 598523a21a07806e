import { css } from 'lit';

export const panelStyles = css`
  :host {
    color-scheme: light dark;
    container-type: inline-size;
    min-inline-size: min(100%, 15rem);
  }

  .panel {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_gap);
    padding: 0.875rem;
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 1.5);
    background: var(--_surface);
  }

  .panel[data-size='strip'] {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0.5rem;
    block-size: 3.5rem;
    padding: 0 0.625rem;
  }

  /* The page's own controls run as the page does. */
  :host(:dir(rtl)) ::slotted(:not([dir])) {
    direction: rtl;
  }

  :host(:dir(ltr)) ::slotted(:not([dir])) {
    direction: ltr;
  }

  .probe {
    block-size: 12.5rem;
    visibility: hidden;
  }

  .toggle {
    justify-self: start;
  }

  .chevron {
    transition: rotate 120ms;
  }

  [aria-expanded='true'] .chevron {
    rotate: 180deg;
  }

  .strip-state {
    font-size: var(--_small);
    color: var(--_muted);
    line-height: 1.2;
    text-align: end;
    max-inline-size: 7rem;
  }

  .strip-voices {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    grid-column: 1 / -1;
  }

  .strip-voices p {
    flex: none;
    max-inline-size: 5rem;
    font-weight: 650;
    line-height: 1.15;
  }

  .strip-voice {
    flex: 1 1 0;
    min-inline-size: 0;
  }

  .strip-voice bdi {
    display: block;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
    line-height: 1.2;
  }

  .top {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
  }

  .cues {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
    scroll-margin: 1rem;
  }

  .cues:empty {
    display: none;
  }

  .speakers {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_gap) * 1.25);
  }

  .speaker {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--_gap);
    min-inline-size: 0;
    padding-block-start: var(--_gap);
    border-block-start: 1px solid var(--_line);
    container-type: inline-size;
  }

  .speaker-head {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: baseline;
    gap: 0 0.5rem;
  }

  .speaker-name {
    font: inherit;
    font-weight: 650;
    overflow-wrap: anywhere;
  }

  .speaker-head [part='role'] {
    grid-area: 2 / 1 / auto / -1;
  }

  .speaking {
    grid-area: 1 / 2;
    display: inline-flex;
    align-items: center;
    gap: 0.3125rem;
    font-size: var(--_small);
    color: var(--_muted);
  }

  .speaking[data-on] {
    color: var(--_text);
  }

  undertone-turns {
    padding-block-start: calc(var(--_gap) / 2);
    border-block-start: 1px solid var(--_line);
  }

  /* Room for two columns: two analyzed people side by side, or one person's parts; else a single line at the end. */
  @container (min-width: 40rem) {
    .speakers[data-analyzed='2'] {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: 2rem;
    }

    .speakers[data-analyzed='2'] .speaker:not([data-analyzed]) {
      grid-column: 1 / -1;
    }

    .speakers[data-analyzed='1'] .speaker[data-analyzed] {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      grid-template-rows: auto auto auto 1fr;
      column-gap: 2rem;
    }

    .speakers[data-analyzed='1'] .speaker-head {
      grid-column: 1 / -1;
    }

    .speakers[data-analyzed='1'] undertone-prosody {
      grid-area: 2 / 2 / -1 / 3;
    }
  }
`;
