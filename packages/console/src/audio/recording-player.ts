import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { clock } from '../words/words.js';
import { FileDrop } from './file-drop.js';
import { Playback } from './playback.js';
import { Recording } from './recording.js';
import { t } from '../language/text.js';

/** Takes a recording of the call from the reader and plays it. Tells `played` with the place, and `loaded` with the recording. */
export class RecordingPlayer extends LitElement {
  static override properties: PropertyDeclarations = { problem: { state: true } };

  declare private problem: string;
  private readonly drop = new FileDrop(this, (file) => void this.take(file));
  private readonly playback = new Playback(this, (atS) =>
    this.dispatchEvent(new CustomEvent('played', { detail: atS, bubbles: true })),
  );

  constructor() {
    super();
    this.problem = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Plays from a place, when there is a recording. */
  playFrom(seconds: number): void {
    this.playback.playFrom(seconds);
  }

  protected override render(): TemplateResult {
    const { drop, playback } = this;
    return html`<div
      class="drop ${drop.isOver ? 'over' : ''}"
      @dragover=${drop.dragged}
      @dragleave=${drop.left}
      @drop=${drop.dropped}
    >
      ${playback.recording === undefined ? this.invitation() : this.controls(playback.recording)}
      <p class="problem" role="alert">${this.problem || nothing}</p>
    </div>`;
  }

  private invitation(): TemplateResult {
    return html`<p>
        ${t('Audio is not kept. If you have a recording of this call, drop it here to hear it along the lines above: it stays in this page and is not sent anywhere.')}
      </p>
      <label
        >${t('Recording of this call')}
        <input type="file" accept="audio/*" @change=${this.drop.chosen} />
      </label>`;
  }

  private controls(recording: Recording): TemplateResult {
    return html`<div class="row">
      <button type="button" class="main" @click=${this.playback.toggle}>
        ${recording.isPlaying ? t('Pause') : t('Play')}
      </button>
      <label class="grow"
        >${t('{name}, in this page only', { name: recording.name })}
        <input
          type="range"
          min="0"
          max=${recording.durationS}
          step="0.1"
          .value=${String(recording.atS)}
          aria-valuetext="${clock(recording.atS)} of ${clock(recording.durationS)}"
          @input=${this.moved}
        />
      </label>
      <span class="number">${clock(recording.atS)} / ${clock(recording.durationS)}</span>
    </div>`;
  }

  private readonly moved = (event: Event): void => {
    this.playFrom(Number((event.target as HTMLInputElement).value));
  };

  private async take(file: File): Promise<void> {
    this.problem = '';
    try {
      const recording = await Recording.decode(file);
      this.playback.load(recording);
      this.dispatchEvent(new CustomEvent('loaded', { detail: recording, bubbles: true }));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.problem = t('This browser cannot play {name}.', { name: file.name });
    }
  }
}
