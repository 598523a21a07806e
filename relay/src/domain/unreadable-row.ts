/** A row holds what this version cannot read: it was damaged, or a newer relay wrote it. */
export class UnreadableRowError extends Error {
  override readonly name = 'UnreadableRowError';
  readonly code = 'unreadable_row';
}

/** Told of a row that is passed over or shown by its columns alone. */
export type OnUnreadable = (error: UnreadableRowError) => void;

/** Where nobody listens, the error goes to the caller. */
export const throwUnreadable: OnUnreadable = (error) => {
  throw error;
};

/** Waits for work on one of many rows: one that cannot be read is told of, and must not stop the others. @returns whether it was done */
export const passUnreadable = async (
  work: Promise<unknown>,
  onUnreadable: OnUnreadable,
): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof UnreadableRowError)) throw error;
    onUnreadable(error);
    return false;
  }
};
