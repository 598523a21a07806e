/** How long a ping of ours and its answer take. The library's own pings have an empty payload; a payload tells ours apart. */
export class RoundTrip {
  /** Of the newest ping that was answered. */
  ms: number | undefined;
  private sent: { readonly payload: string; readonly atMs: number } | undefined;
  private pings = 0;

  /** @returns the payload to send now */
  begin(nowMs: number): string {
    this.pings += 1;
    this.sent = { payload: `rtt ${this.pings}`, atMs: nowMs };
    return this.sent.payload;
  }

  answered(payload: string, nowMs: number): void {
    if (this.sent?.payload !== payload) return;
    this.ms = nowMs - this.sent.atMs;
    this.sent = undefined;
  }
}
