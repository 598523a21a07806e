/** The recipe's messages as its Python test wrote them down (`npm run test:pipecat` compares), read by the protocol's own strict reader. */
import { readFileSync } from 'node:fs';
import { clientMessageFromJson } from '@undertone/protocol/json';
import { expect, it } from 'vitest';

const lines = readFileSync(new URL('sent.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const messages = lines.map(clientMessageFromJson);

it('are what the protocol knows, with no field that it does not', () => {
  expect(messages.map(({ body }) => body?.kind)).toEqual([
    'session.hello',
    'audio',
    'session.hello',
    'audio.gap',
    'audio',
    'pause',
    'audio.gap',
    'resume',
    'audio',
    'session.end',
  ]);
  // The reader refuses what it does not know, so that this file notices a field that is gone (RT99).
  expect(() => clientMessageFromJson(lines[0]!.replace('"source"', '"sauce"'))).toThrow(/sauce/u);
});

it('[RT8] [RT42] go on in one count over a resume, from the first sample without a result', () => {
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
  expect(messages[2]?.body?.value).toMatchObject({ resume: { handle: 'rsm_1', nextSample: [640] } });
});
