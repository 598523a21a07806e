import { html, nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Subject } from '@undertone/protocol';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import type { Person } from '../state/people.js';
import type { SoundView } from '../state/sound-list.js';
import type { TurnView } from '../state/turn-list.js';
import { turnRows, turnsCount, type TurnRow } from './turns-view.js';
import { turnsStyles } from './turns.styles.js';

/**
 * Shows who spoke when, how it sounded, and the words if there is a transcript. Newest first; collapsed at first.
 *
 * @csspart summary - The line that opens and closes the list.
 * @csspart list - The list.
 * @csspart sound - A sound of the voice other than speech.
 * @cssproperty --undertone-turns-size - Height from which the list scrolls.
 */
export class UndertoneTurns extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    turns: { attribute: false },
    subjects: { attribute: false },
    shared: { attribute: false },
    people: { attribute: false },
    sounds: { attribute: false },
    open: { type: Boolean, reflect: true },
  };

  static override styles: CSSResultGroup = [baseStyles, turnsStyles];

  /** Oldest first. */
  declare turns: readonly TurnView[];
  /** Who is on which channel. */
  declare subjects: ReadonlyMap<number, Subject>;
  /** The ids of the channels that several people share. */
  declare shared: ReadonlyMap<number, string>;
  /** People recognized by voice. Their turns show their names. */
  declare people: readonly Person[];
  /** Laughs, sighs and similar sounds, shown as separate lines between the turns. */
  declare sounds: readonly SoundView[];
  /** Whether the list is open. */
  declare open: boolean;

  constructor() {
    super();
    this.turns = [];
    this.subjects = new Map();
    this.shared = new Map();
    this.people = [];
    this.sounds = [];
    this.open = false;
  }

  protected override render(): TemplateResult {
    const texts = this.texts;
    const rows = this.open ? turnRows(this, texts) : [];
    return html`<details ?open=${this.open} @toggle=${this.onToggle}>
      <summary part="summary">
        ${texts.text('turns.heading')} (${turnsCount(this.turns.length, texts)})
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d="M1.5 3.5 5 7l3.5-3.5" fill="none" stroke="currentColor" stroke-width="1.5"></path>
        </svg>
      </summary>
      ${
        !this.open
          ? nothing
          : rows.length === 0
            ? html`<p class="small muted">${texts.text('turns.empty')}</p>`
            : html`<ol class="list" part="list" tabindex="0" aria-label=${texts.text('turns.heading')}>
                ${repeat(
                  rows,
                  (row) => row.key,
                  (row) => (row.kind === 'sound' ? this.sound(row) : this.turn(row)),
                )}
              </ol>`
      }
    </details>`;
  }

  private turn(row: TurnRow): TemplateResult {
    return html`<li class="turn">
      <span class="muted">${row.time}</span>
      <div>
        <div class="head"><bdi class="who">${row.speaker}</bdi><span class="muted">${row.emotion}</span></div>
        <div class="text" dir="auto">${row.text}</div>
      </div>
    </li>`;
  }

  private sound(row: TurnRow): TemplateResult {
    return html`<li class="turn sound" part="sound">
      <span class="muted">${row.time}</span>
      <div class="head">
        <bdi class="who">${row.speaker}</bdi>
        <span class="what">
          <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
            <path d="M1 3v4M3.7 1.5v7M6.3 3.5v3M9 2.5v5" stroke="currentColor" stroke-linecap="round"></path>
          </svg>
          ${row.text}
        </span>
      </div>
    </li>`;
  }

  private readonly onToggle = (event: Event): void => {
    this.open = (event.currentTarget as HTMLDetailsElement).open;
  };
}
