/** The events that must happen in a run of histories. If its rare case never happened, a check has shown nothing. */
export const RARE = [
  'a relay died with audio on its way',
  'a relay died while the wallet was charging',
  'a charge was made and its answer was lost',
  'a second was asked for again that was paid',
  'a session went on in another process',
  'a session went on in the same process',
  'a socket took a session over from another socket',
  'an older holder was fenced off',
  'audio came twice',
  'audio was missing',
  'audio was muted',
  'an analysis was paused while audio came',
  'a part of a second was given back',
  'a stream was refused for want of credits',
  'a stream ended for want of credits',
  'a top-up was repeated',
  'a top-up came while streams were open',
  'the wall clock stepped forward under an open stream',
  'the wall clock stepped back under an open stream',
  'a key was revoked under an open stream',
  'a stream was refused for want of a place',
  'a place came back after a crash',
  'what a dead relay had set aside came back',
  'the database was away',
  'a session ended with a receipt',
  'a client did not come back in time',
] as const;

export type RareEvent = (typeof RARE)[number];

/** Counts the events that happened. */
export class RareEvents {
  private readonly counts = new Map<RareEvent, number>();

  happened(event: RareEvent): void {
    this.counts.set(event, this.count(event) + 1);
  }

  count(event: RareEvent): number {
    return this.counts.get(event) ?? 0;
  }

  /** The events that must happen and did not. */
  get never(): readonly RareEvent[] {
    return RARE.filter((event) => this.count(event) === 0);
  }

  /** How often each event happened, as text. */
  get table(): string {
    return RARE.map((event) => `${String(this.count(event)).padStart(8)}  ${event}`).join('\n');
  }
}
