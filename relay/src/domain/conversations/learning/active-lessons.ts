import type { VersionNote } from '../conversation-store.js';

/**
 * The sessions that a version learned from. A rollback takes only the lessons of its target. So the lessons in between do not
 * come back when a later outcome is corrected.
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
    // A withdrawn session has no stored lesson, so it does no harm to name it here.
    if (change.kind === 'outcome' || change.kind === 'relearned') sessions.add(change.sessionId);
    at = change.kind === 'rollback' ? change.to : parent;
  }
  return sessions;
};
