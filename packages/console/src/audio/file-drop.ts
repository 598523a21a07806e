import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A place where one file is dropped or chosen: its listeners, and whether a file is held over it. */
export class FileDrop implements ReactiveController {
  isOver = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly onFile: (file: File) => void,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.isOver = false;
  }

  readonly chosen = (event: Event): void => this.take((event.target as HTMLInputElement).files);

  readonly dragged = (event: DragEvent): void => {
    event.preventDefault();
    this.show(true);
  };

  readonly left = (): void => this.show(false);

  readonly dropped = (event: DragEvent): void => {
    event.preventDefault();
    this.show(false);
    this.take(event.dataTransfer?.files);
  };

  private take(files: FileList | null | undefined): void {
    const file = files?.[0];
    if (file !== undefined) this.onFile(file);
  }

  private show(isOver: boolean): void {
    this.isOver = isOver;
    this.host.requestUpdate();
  }
}
