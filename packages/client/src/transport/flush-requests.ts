interface FlushRequest {
  /** Per channel: the flush is sent when the audio before this sample has been given to the socket. */
  readonly targets: readonly number[];
  sent: boolean;
  resolve(throughSample: number[]): void;
  reject(error: Error): void;
}

/** Flushes that wait for their audio to be sent, or for the relay's answer. They survive a change of socket. */
export class FlushRequests {
  private requests: FlushRequest[] = [];

  add(targets: readonly number[]): Promise<number[]> {
    return new Promise((resolve, reject) => {
      this.requests.push({ targets, sent: false, resolve, reject });
    });
  }

  /** Whether a `flush` has to be sent now; marks it as sent. */
  due(cursors: readonly number[]): boolean {
    const ready = this.requests.filter(
      ({ sent, targets }) => !sent && targets.every((target, channel) => (cursors[channel] ?? 0) >= target),
    );
    for (const request of ready) request.sent = true;
    return ready.length > 0;
  }

  /** The relay answered: every flush that was sent is complete. */
  resolve(throughSample: number[]): void {
    const done = this.requests.filter((request) => request.sent);
    this.requests = this.requests.filter((request) => !request.sent);
    for (const request of done) request.resolve(throughSample);
  }

  /** For a new socket: the flushes must be sent again. */
  rewind(): void {
    for (const request of this.requests) request.sent = false;
  }

  reject(error: Error): void {
    const { requests } = this;
    this.requests = [];
    for (const request of requests) request.reject(error);
  }
}
