import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Recording } from './recording.js';

/** A recording that an element plays. The element is drawn again with each picture while it plays, and closes it when it goes. */
export class Playback implements ReactiveController {
  private loaded: Recording | undefined;
  private frame: number | undefined;
  private hasPlayed = false;

  /** @param onMoved hears of each place, s */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly onMoved: (atS: number) => void = () => undefined,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.load(undefined);
  }

  get recording(): Recording | undefined {
    return this.loaded;
  }

  /** Where it is, s; undefined until it is played. */
  get atS(): number | undefined {
    return this.hasPlayed ? this.loaded?.atS : undefined;
  }

  /** Replaces the recording; the one before is closed. */
  load(recording: Recording | undefined): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
    void this.loaded?.close();
    this.loaded = recording;
    this.hasPlayed = false;
    this.host.requestUpdate();
  }

  /** Plays from a place, s, when there is a recording. */
  playFrom(seconds: number): void {
    void this.loaded?.play(seconds, this.follow).then(this.follow);
  }

  readonly toggle = (): void => {
    if (this.loaded === undefined) return;
    if (!this.loaded.isPlaying) {
      this.playFrom(this.loaded.atS);
      return;
    }
    this.loaded.pause();
    this.follow();
  };

  private readonly follow = (): void => {
    if (this.loaded === undefined) return;
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = this.loaded.isPlaying ? requestAnimationFrame(this.follow) : undefined;
    this.hasPlayed = true;
    this.onMoved(this.loaded.atS);
    this.host.requestUpdate();
  };
}
