/**
 * Registers the elements of the details. They are a file of their own, so that the state at a glance comes first. A page shows them as
 * soon as they are registered. A file that does not come (offline, blocked) is asked for again when somebody opens the details.
 */
export const loadDetails = async (): Promise<void> => {
  try {
    await import('./details.define.js');
  } catch {
    // The details stay empty. Everything else works without them.
  }
};
