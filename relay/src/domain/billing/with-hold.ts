import type { Hold, HoldOrder, Wallet } from './wallet.js';

/**
 * Sets money aside, works, and gives the money back when the work fails. Work that succeeds settles the hold, or releases it.
 * @throws Fault `insufficient_credits`; whatever the work throws
 */
export const withHold = async <T>(
  wallet: Pick<Wallet, 'hold' | 'release'>,
  order: HoldOrder,
  work: (hold: Hold) => Promise<T>,
): Promise<T> => {
  const hold = await wallet.hold(order);
  try {
    return await work(hold);
  } catch (error) {
    await wallet.release(hold);
    throw error;
  }
};
