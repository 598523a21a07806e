import type { TelephonyAdapter } from './adapter.js';
import { createAudiohook } from './audiohook/audiohook.js';
import { twilio } from './twilio/twilio.js';

/** Every telephony vendor, by the kind of its sockets. A new one is its own file and a row here. */
export const TELEPHONY = { twilio, audiohook: createAudiohook() } as const satisfies Record<
  string,
  TelephonyAdapter
>;

export type TelephonyKind = keyof typeof TELEPHONY;
