import type { PageEnvironment } from '@undertone/client';
import type { FaultyNetwork } from '../faults/faulty-network.js';
import type { TokenSource } from '../call/token-source.js';

/** What a scenario may change about a call. */
export interface CallChanges {
  readonly getToken?: TokenSource;
  readonly environment?: PageEnvironment;
}

/** What a scenario can do with the desk. */
export interface ScenarioDesk {
  /** Asks for consent and starts a call. False when it was declined or could not start; the desk shows why. */
  startSampleCall(changes?: CallChanges): Promise<boolean>;
  startMicrophoneCall(changes?: CallChanges): Promise<boolean>;
  /** A network of its own for the next call; taken away with the call. */
  faultyNetwork(): FaultyNetwork;
  /** Tells the person at the desk what happens. */
  log(text: string): void;
  /** Waits; false when the call is over before that. */
  wait(ms: number): Promise<boolean>;
  /** Waits until the session is live again; false when the call is over before that. */
  untilLive(): Promise<boolean>;
  /** Shows a button in the log and waits for it; false when another call was started. */
  ask(label: string): Promise<boolean>;
}

/** One thing that can happen to a call. */
export interface Scenario {
  /** For `?scenario=…`, which puts the focus on its button. */
  readonly id: string;
  readonly title: string;
  /** What happens, and what the agent sees. */
  readonly story: string;
  run(desk: ScenarioDesk): Promise<void>;
}
