import { EVENT_TYPES, type EventType } from './event.js';

/**
 * Two namings are published. These events have another name in the second one. Their payload differs too, but both names
 * stand for the same occurrence, with one event id.
 */
export const ALTERNATE_NAMES = {
  'analysis.complete': 'analysis.completed',
  'session.end': 'session.ended',
} as const satisfies Partial<Record<EventType, string>>;

export type AlternateName = (typeof ALTERNATE_NAMES)[keyof typeof ALTERNATE_NAMES];
/** A name that a webhook may subscribe to. */
export type EventName = EventType | AlternateName;

export const EVENT_NAMES: readonly [EventName, ...EventName[]] = [
  ...EVENT_TYPES,
  ...Object.values(ALTERNATE_NAMES),
];

/** The second name of an event type, if it has one. */
export const alternateNameOf = (type: EventType): AlternateName | undefined => {
  const names: Partial<Record<EventType, AlternateName>> = ALTERNATE_NAMES;
  return names[type];
};

/**
 * The name under which an event goes to a subscriber: the first of its names in the subscription. A
 * subscriber to both names gets the event once: the id is the same, and receivers drop repeated ids.
 */
export const nameFor = (type: EventType, subscribed: readonly EventName[]): EventName | undefined => {
  const alternate = alternateNameOf(type);
  return subscribed.find((name) => name === type || name === alternate);
};

export const isEventName = (text: string): text is EventName => EVENT_NAMES.some((name) => name === text);
export const isEventType = (text: string): text is EventType => EVENT_TYPES.some((type) => type === text);
