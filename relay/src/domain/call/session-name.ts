/** Identifies a session among all organizations. */
export interface SessionName {
  readonly orgId: string;
  readonly sessionId: string;
}
