/** How many sessions a relay holds and how many more it takes. */
export interface Capacity {
  readonly sessions: number;
  /** 0 when it is leaving or has no memory for another one. */
  readonly free: number;
}

/** A share of a relay's sessions that is free, in whole percent; at least 1 while there is a place. */
export const freePercent = ({ sessions, free }: Capacity): number =>
  free <= 0 ? 0 : Math.max(1, Math.floor((100 * free) / (sessions + free)));
