/** A session among those of all organizations. */
export interface SessionName {
  readonly orgId: string;
  readonly sessionId: string;
}
