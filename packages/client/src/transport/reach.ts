/**
 * What answers plain HTTP at the stream's address. A browser does not say why an upgrade failed, so the client asks again
 * without upgrading.
 */
export type Reach =
  | { kind: 'relay' }
  /** Something else, with its status where this page may read it. */
  | { kind: 'other'; status?: number }
  | { kind: 'nothing' };

/** Fetches the address in one of the two modes. Rejects without an answer within {@link REACH_TIMEOUT_MS}. */
export type Ask = (mode: 'cors' | 'no-cors') => Promise<{ readonly status: number }>;

/** A relay answers well within this time. */
export const REACH_TIMEOUT_MS = 5_000;

/** A relay answers 426 Upgrade Required, and 429 to whoever asks too often. */
const OF_A_RELAY: readonly number[] = [426, 429];
/** A proxy in front answers these while no relay is behind it. */
const OF_A_GATEWAY: readonly number[] = [502, 503, 504];

/** Finds out what answers. Never throws. */
export const reach = async (ask: Ask): Promise<Reach> => {
  try {
    const { status } = await ask('cors');
    if (OF_A_RELAY.includes(status)) return { kind: 'relay' };
    return OF_A_GATEWAY.includes(status) ? { kind: 'nothing' } : { kind: 'other', status };
  } catch {
    // Nothing answers, or the answer is not for this origin. A relay's is for every origin.
  }
  try {
    await ask('no-cors');
    return { kind: 'other' };
  } catch {
    return { kind: 'nothing' };
  }
};
