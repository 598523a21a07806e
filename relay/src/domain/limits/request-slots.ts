/** The place of one request. An organization has a limited number of them at the same time. */
export interface RequestSlot {
  /** Gives the place back. A second call does nothing. */
  release(): void;
}

/** Hands out the places of an organization. */
export interface RequestSlots {
  /** A place; undefined if all `most` places of the organization are taken. */
  acquire(orgId: string, most: number): Promise<RequestSlot | undefined>;
}

/** The places of a relay that has its database to itself. They are in memory, so that a crash frees them all. */
export class LocalRequestSlots implements RequestSlots {
  private readonly heldBySubject = new Map<string, number>();

  acquire(orgId: string, most: number): Promise<RequestSlot | undefined> {
    const held = this.held(orgId);
    if (held >= most) return Promise.resolve(undefined);
    this.heldBySubject.set(orgId, held + 1);
    return Promise.resolve(releasingOnce(() => this.giveBack(orgId)));
  }

  held(orgId: string): number {
    return this.heldBySubject.get(orgId) ?? 0;
  }

  private giveBack(orgId: string): void {
    const held = this.held(orgId) - 1;
    if (held > 0) this.heldBySubject.set(orgId, held);
    else this.heldBySubject.delete(orgId);
  }
}

export const releasingOnce = (release: () => void): RequestSlot => {
  let held = true;
  return {
    release: () => {
      if (held) release();
      held = false;
    },
  };
};
