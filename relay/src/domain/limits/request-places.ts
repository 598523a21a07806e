/** A request's place among those its organisation may have running at the same time. */
export interface RequestPlace {
  /** Gives the place back; the second call does nothing. */
  release(): void;
}

/** Hands out the places of an organisation. */
export interface RequestPlaces {
  /** A place, or nothing when the organisation's `most` are taken. */
  acquire(orgId: string, most: number): Promise<RequestPlace | undefined>;
}

/** The places of a relay that has its database for itself: in memory, so that a crash returns them all. */
export class LocalPlaces implements RequestPlaces {
  readonly #held = new Map<string, number>();

  acquire(orgId: string, most: number): Promise<RequestPlace | undefined> {
    const held = this.held(orgId);
    if (held >= most) return Promise.resolve(undefined);
    this.#held.set(orgId, held + 1);
    return Promise.resolve(releasingOnce(() => this.#release(orgId)));
  }

  held(orgId: string): number {
    return this.#held.get(orgId) ?? 0;
  }

  #release(orgId: string): void {
    const held = this.held(orgId) - 1;
    if (held > 0) this.#held.set(orgId, held);
    else this.#held.delete(orgId);
  }
}

export const releasingOnce = (release: () => void): RequestPlace => {
  let held = true;
  return {
    release: () => {
      if (held) release();
      held = false;
    },
  };
};
