import type { PageEnvironment } from '@undertone/client';
import type { FaultyNetwork } from '../faults/faulty-network.js';
import type { TokenSource } from '../call/token-source.js';

/** What a scenario may change in a call. */
export interface CallChanges {
  readonly getToken?: TokenSource;
  readonly environment?: PageEnvironment;
}

/** What a scenario can do with the desk. */
export interface ScenarioDesk {
  /** Asks for consent and starts a call. False when consent was declined or the call failed to start; the desk shows a failure. */
  startSampleCall(changes?: CallChanges): Promise<boolean>;
  startMicrophoneCall(changes?: CallChanges): Promise<boolean>;
  /** A network with faults for the next call. It is removed with the call. */
  faultyNetwork(): FaultyNetwork;
  /** Shows the person at the desk what happens. */
  log(text: string): void;
  /** Waits; false when the call ends first. */
  wait(ms: number): Promise<boolean>;
  /** Waits until the session is live; false when the call ends first. */
  untilLive(): Promise<boolean>;
  /** Shows a button in the log and waits for a click; false when another scenario starts first. */
  ask(label: string): Promise<boolean>;
}

/** One thing that can happen to a call. */
export interface Scenario {
  /** Used in `?scenario=…`, which focuses the scenario's button. */
  readonly id: string;
  readonly title: string;
  /** What happens, and what the agent sees. */
  readonly story: string;
  run(desk: ScenarioDesk): Promise<void>;
}
