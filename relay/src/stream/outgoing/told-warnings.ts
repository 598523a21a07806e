/** Warnings about something that lasts, longer than a socket or a relay. */
type LastingWarning =
  'session_expiring' | 'wallet_low' | 'clock_drift' | 'model_failed' | 'enrollment_outdated';

/** Which lasting warnings the client was told (RT35). A relay that takes the session up goes on with them. */
export class ToldWarnings {
  private readonly told: Set<string>;

  /** @param saved from another relay's checkpoint */
  constructor(saved: readonly string[] = []) {
    this.told = new Set(saved);
  }

  /** For a checkpoint. */
  get all(): readonly string[] {
    return [...this.told];
  }

  has(warning: LastingWarning): boolean {
    return this.told.has(warning);
  }

  /** Its condition holds. @returns whether to tell it now, because the client was not told since the condition began */
  isNews(warning: LastingWarning): boolean {
    if (this.told.has(warning)) return false;
    this.told.add(warning);
    return true;
  }

  /** Its condition has ended. */
  isOver(warning: LastingWarning): void {
    this.told.delete(warning);
  }

  /** The client may not have had them. */
  renew(): void {
    this.told.clear();
  }
}
