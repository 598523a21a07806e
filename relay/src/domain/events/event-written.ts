import { channel } from 'node:diagnostics_channel';

/** An event that is being written. */
export interface WrittenEvent {
  readonly id: string;
  readonly orgId: string;
  readonly sessionId: string | undefined;
}

/** The name of the channel. It is the process's: relays that share one hear of each other's events. */
export const EVENT_WRITTEN = 'undertone:event-written';
const written = channel(EVENT_WRITTEN);

/** Tells whoever listens, while what caused the event is still the current work. Costs nothing when nobody does. */
export const tellWritten = (event: WrittenEvent): void => {
  if (written.hasSubscribers) written.publish(event);
};
