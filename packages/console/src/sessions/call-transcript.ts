import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Session, TranscriptLine } from '@undertone/sdk';
import { View } from '../shell/view.js';
import { hueIn, judged, stretchWords } from '../timeline/lane.js';
import { clock } from '../words/words.js';
import { voiceNames, voiceOf } from './voice-names.js';
import { readTranscript, type Transcript, whyNone } from './transcript-reader.js';
import { t } from '../language/text.js';

/** How often what is said in an ongoing call is asked for. */
const REFRESH_MS = 4_000;

/** What was said in a call, line by line, or why there is nothing. A line's time tells `seek` with its seconds. */
export class CallTranscript extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    session: { attribute: false },
    playing: { attribute: false },
    transcript: { state: true },
  };

  declare session: Session | undefined;
  /** Where a recording is, in seconds: the line that is heard is marked. */
  declare playing: number | undefined;
  declare private transcript: Transcript | undefined;
  private pages = 1;
  private heard: HTMLElement | undefined;

  constructor() {
    super();
    this.session = undefined;
    this.playing = undefined;
    this.transcript = undefined;
  }

  /** What people said is not for viewers: the relay refuses it to them. */
  private get mayRead(): boolean {
    return this.rights.may('GET /v1/sessions/:id/transcript');
  }

  private get isOver(): boolean {
    return this.session?.state === 'ended' || this.session?.state === 'expired';
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    if (this.session === undefined || !this.mayRead) return;
    this.transcript = await readTranscript(this.session.id, this.pages, signal);
  }

  protected override get refreshMs(): number | undefined {
    return this.isOver || !this.mayRead ? undefined : REFRESH_MS;
  }

  protected override render(): TemplateResult {
    return html`<section class="stack" aria-labelledby="said-title">
      <h3 id="said-title">${t('What was said')}</h3>
      ${this.problems()}
      ${this.mayRead ? this.told() : html`<p class="quiet">${t('What was said is shown to supervisors, developers and owners.')}</p>`}
    </section>`;
  }

  private told(): TemplateResult | typeof nothing {
    const { transcript, session } = this;
    if (transcript === undefined || session === undefined) return nothing;
    const { lines, hasMore, keptDays } = transcript;
    if (lines.length === 0) {
      return html`<p class="quiet">
        ${whyNone(keptDays, session.created_at, this.isOver, Date.now())}
        ${keptDays === null && this.rights.may('PATCH /v1/organization') ? html`<a href="#settings">${t('Keep it: settings')}</a>` : nothing}
      </p>`;
    }
    const names = voiceNames(session);
    return html`<div class="scroll said" role="group" aria-label=${t('Lines')} tabindex="0">
        <ol class="lines">
          ${repeat(
            lines,
            ({ utterance_id: id }) => id,
            (line) => this.line(line, names.get(voiceOf(line)) ?? line.speaker_id),
          )}
        </ol>
      </div>
      ${
        hasMore
          ? html`<button type="button" aria-disabled=${this.busy} @click=${this.more}>
              ${t('Show more lines')}
            </button>`
          : nothing
      }`;
  }

  /** The line that is heard stays in sight. */
  protected override updated(): void {
    const line = this.querySelector<HTMLElement>('[aria-current]');
    const box = line?.closest('.said');
    if (line === this.heard || line === null || box === null || box === undefined) return;
    this.heard = line;
    const isInSight =
      line.offsetTop >= box.scrollTop &&
      line.offsetTop + line.offsetHeight <= box.scrollTop + box.clientHeight;
    if (!isInSight) box.scrollTop = line.offsetTop;
  }

  private line(said: TranscriptLine, name: string): TemplateResult {
    const { start, end, emotion, text } = said;
    const { playing } = this;
    const isHeard = playing !== undefined && start <= playing && playing <= end;
    return html`<li aria-current=${isHeard ? 'true' : nothing} @click=${() => this.show(start)}>
      <p class="row">
        <button type="button" class="number">
          ${clock(start)}<span class="unseen"> ${t('show this moment')}</span>
        </button>
        <strong>${name}</strong>
        ${
          emotion === null
            ? nothing
            : html`<span class="tag ${hueIn(judged(said))}">${stretchWords(judged(said))}</span>`
        }
      </p>
      <p>${text}</p>
    </li>`;
  }

  private show(seconds: number): void {
    // Whoever marks words with the pointer wants to copy them.
    if (window.getSelection()?.isCollapsed === false) return;
    this.dispatchEvent(new CustomEvent('seek', { detail: seconds, bubbles: true }));
  }

  private readonly more = (): void => {
    this.pages += 1;
    void this.reload();
  };
}
