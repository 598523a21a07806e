/** The place of one open stream. An organization has a limited number of them at the same time. */
export interface StreamSlot {
  /** Gives the place back. A second call does nothing. */
  release(): void;
}

/**
 * Counts open streams per organization. Streams of one session share a place, so that a session that resumes over a new
 * socket while its old one is half open needs no second place.
 */
export class StreamSlots {
  private readonly byOrganization = new Map<string, Map<string, number>>();

  /** A place for `streamKey` (a session id, or any unique text); undefined if the organization holds `max` places. */
  acquire(orgId: string, streamKey: string, max: number): StreamSlot | undefined {
    const streams = this.byOrganization.get(orgId) ?? new Map<string, number>();
    if (!streams.has(streamKey) && streams.size >= max) return undefined;
    streams.set(streamKey, (streams.get(streamKey) ?? 0) + 1);
    this.byOrganization.set(orgId, streams);
    let held = true;
    return {
      release: () => {
        if (held) this.giveBack(orgId, streamKey);
        held = false;
      },
    };
  }

  /** How many places an organization holds. */
  used(orgId: string): number {
    return this.byOrganization.get(orgId)?.size ?? 0;
  }

  private giveBack(orgId: string, streamKey: string): void {
    const streams = this.byOrganization.get(orgId);
    const holders = streams?.get(streamKey);
    if (streams === undefined || holders === undefined) return;
    if (holders > 1) streams.set(streamKey, holders - 1);
    else streams.delete(streamKey);
    if (streams.size === 0) this.byOrganization.delete(orgId);
  }
}
