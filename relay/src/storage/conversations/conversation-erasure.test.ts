import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What `eraseConversation` clears by name. A table that joins them needs a line there first. */
const ERASED_BY_NAME = ['events', 'line_calls', 'redeemed_tokens', 'speaker_links', 'taught_lessons'];

it('each table that names a session goes with its conversation, or is cleared by name', () => {
  const schema = readFileSync(new URL('../migrations/schema.txt', import.meta.url), 'utf8');
  const tablesIn = (lines: RegExp): string[] => [...schema.matchAll(lines)].map(([, table = '']) => table);
  const naming = tablesIn(/^column (\w+)\.session_id /gm);
  const following = tablesIn(
    /^constraint (\w+) FOREIGN KEY \(org_id, session_id\b.*\) REFERENCES conversation(?:s|_utterances)\(.* ON DELETE CASCADE$/gm,
  );
  expect(following.length).toBeGreaterThan(3);
  expect(naming.filter((table) => !following.includes(table))).toEqual(ERASED_BY_NAME);
});
