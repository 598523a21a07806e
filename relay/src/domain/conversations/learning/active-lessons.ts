import type { VersionNote } from '../conversation-store.js';

/**
 * Which sessions taught a version. A rollback takes on what its target knew, so what came in between does not come back
 * when a later outcome is corrected.
 * @param notes all versions of the organization, oldest first
 */
export const activeLessons = (
  notes: readonly Pick<VersionNote, 'version' | 'parent' | 'change'>[],
  head: number,
): ReadonlySet<string> => {
  const byVersion = new Map(notes.map((note) => [note.version, note]));
  const sessions = new Set<string>();
  let at: number | null = head;
  while (at !== null) {
    const note = byVersion.get(at);
    if (note === undefined) break;
    const { change, parent } = note;
    // A withdrawn session has no lesson any more: naming it here does no harm.
    if (change.kind === 'outcome' || change.kind === 'relearned') sessions.add(change.sessionId);
    at = change.kind === 'rollback' ? change.to : parent;
  }
  return sessions;
};
