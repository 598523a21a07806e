/** The current faults of the network, as the page reports them to the worker. */
export interface FaultPlan {
  /** True when no socket is open and none can be opened; fetches, such as of the relay's health page, fail too. */
  readonly cut: boolean;
  /** Add one to lose every socket that is open at that moment. New ones can be opened. */
  readonly drops: number;
  /** Upload limit in bytes per second; null means no limit. */
  readonly uploadBytesPerSecond: number | null;
}

/** A network without faults. */
export const HEALTHY: FaultPlan = { cut: false, drops: 0, uploadBytesPerSecond: null };

/** The name of the channel from the page to the worker. Each network has its own, so that two tabs do not interfere. */
export const channelName = (callId: string): string => `undertone-demo-network-${callId}`;
