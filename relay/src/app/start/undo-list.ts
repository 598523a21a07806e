type Close = () => Promise<void> | void;

/** What has to be closed when the relay stops, or when its start fails halfway. */
export class UndoList {
  private readonly closers: Close[] = [];

  add(close: Close): void {
    this.closers.push(close);
  }

  /** Closes everything, newest first, because a part may use those that were opened before it. */
  async closeAll(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close();
  }
}
