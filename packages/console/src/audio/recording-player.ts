import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { clock } from '../words/words.js';
import { Recording } from './recording.js';

/** Takes a recording of the call from the reader and plays it. Tells `played` with the place, and `loaded` with the recording. */
export class RecordingPlayer extends LitElement {
  static override properties: PropertyDeclarations = {
    recording: { state: true },
    problem: { state: true },
    at: { state: true },
    dropping: { state: true },
  };

  declare private recording: Recording | undefined;
  declare private problem: string;
  declare private at: number;
  declare private dropping: boolean;
  private frame: number | undefined;

  constructor() {
    super();
    this.recording = undefined;
    this.problem = '';
    this.at = 0;
    this.dropping = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    void this.recording?.close();
    this.recording = undefined;
  }

  /** Plays from a place, when there is a recording. */
  playFrom(seconds: number): void {
    const { recording } = this;
    if (recording === undefined) return;
    void recording.play(seconds, this.follow).then(this.follow);
  }

  protected override render(): TemplateResult {
    return html`<div
      class="drop ${this.dropping ? 'over' : ''}"
      @dragover=${this.dragged}
      @dragleave=${this.undragged}
      @drop=${this.dropped}
    >
      ${this.recording === undefined ? this.invitation() : this.controls(this.recording)}
      <p class="problem" role="alert">${this.problem || nothing}</p>
    </div>`;
  }

  private invitation(): TemplateResult {
    return html`<p>
        Audio is not kept. If you have a recording of this call, drop it here to hear it along the lines
        above: it stays in this page and is not sent anywhere.
      </p>
      <label
        >Recording of this call
        <input type="file" accept="audio/*" @change=${this.chosen} />
      </label>`;
  }

  private controls(recording: Recording): TemplateResult {
    return html`<div class="row">
      <button type="button" class="main" @click=${this.toggle}>
        ${recording.isPlaying ? 'Pause' : 'Play'}
      </button>
      <label class="grow"
        >${recording.name}, in this page only
        <input
          type="range"
          min="0"
          max=${recording.durationS}
          step="0.1"
          .value=${String(this.at)}
          aria-valuetext="${clock(this.at)} of ${clock(recording.durationS)}"
          @input=${this.moved}
        />
      </label>
      <span class="number">${clock(this.at)} / ${clock(recording.durationS)}</span>
    </div>`;
  }

  private readonly follow = (): void => {
    const { recording } = this;
    if (recording === undefined) return;
    this.at = recording.atS;
    this.dispatchEvent(new CustomEvent('played', { detail: this.at, bubbles: true }));
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = recording.isPlaying ? requestAnimationFrame(this.follow) : undefined;
    this.requestUpdate();
  };

  private readonly toggle = (): void => {
    const { recording } = this;
    if (recording === undefined) return;
    if (!recording.isPlaying) {
      this.playFrom(recording.atS);
      return;
    }
    recording.pause();
    this.follow();
  };

  private readonly moved = (event: Event): void => {
    const seconds = Number((event.target as HTMLInputElement).value);
    this.playFrom(seconds);
  };

  private readonly chosen = (event: Event): void => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file !== undefined) void this.take(file);
  };

  private readonly dragged = (event: DragEvent): void => {
    event.preventDefault();
    this.dropping = true;
  };

  private readonly undragged = (): void => {
    this.dropping = false;
  };

  private readonly dropped = (event: DragEvent): void => {
    event.preventDefault();
    this.dropping = false;
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void this.take(file);
  };

  private async take(file: File): Promise<void> {
    this.problem = '';
    try {
      this.recording = await Recording.decode(file);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.problem = `This browser cannot play ${file.name}.`;
      return;
    }
    this.at = 0;
    this.dispatchEvent(new CustomEvent('loaded', { detail: this.recording, bubbles: true }));
  }
}
