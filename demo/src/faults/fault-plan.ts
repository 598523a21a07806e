/** What is wrong with the network at the moment, as the page tells the worker. */
export interface FaultPlan {
  /** No socket is open and none can be opened; the relay's health page does not answer either. */
  readonly cut: boolean;
  /** Raised by one to lose every socket that is open at that moment; new ones can be opened. */
  readonly drops: number;
  /** What goes up per second, in bytes; null is as fast as it goes. */
  readonly uploadBytesPerSecond: number | null;
}

/** A network without faults. */
export const HEALTHY: FaultPlan = { cut: false, drops: 0, uploadBytesPerSecond: null };

/** The channel on which the page tells the worker. One per call, so that two tabs do not disturb each other. */
export const channelName = (callId: string): string => `undertone-demo-network-${callId}`;
