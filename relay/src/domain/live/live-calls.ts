/** By what a live call can be named. */
export const CALL_NAMES = ['session', 'call', 'agent'] as const;
export type CallName = (typeof CALL_NAMES)[number];

/** Finds the streams that run now. */
export interface LiveCalls {
  /**
   * @param by what the name is of; absent: the first of {@link CALL_NAMES} that a live stream has
   * @returns the session of the newest such stream
   */
  findLive(orgId: string, name: string, by?: CallName): Promise<string | undefined>;
}
