import { expiredToken } from './expired-token.js';
import { microphone } from './microphone.js';
import { noMicrophone } from './no-microphone.js';
import { relayGone } from './relay-gone.js';
import { sampleCall } from './sample-call.js';
import type { Scenario } from './scenario.js';
import { slowNetwork } from './slow-network.js';

/** The calls that the two buttons of the call card start. */
export const CALLS = { sampleCall, microphone } as const;

/** The failures, in the order of their buttons. */
export const FAILURES: readonly Scenario[] = [noMicrophone, relayGone, slowNetwork, expiredToken];
