import { actorOf } from '../../domain/keys/api-key.js';
import { z } from 'zod';
import type { Lines, ShownLine } from '../../domain/lines/lines.js';
import { jsonReply } from '../../transport/http-message.js';
import { lineField } from '../requests/line-field.js';
import { defineOperation } from '../requests/operation.js';
import { cursorOf, cursorText, readCursor, nextCursor } from '../requests/page-cursor.js';
import type { KeyRoute } from '../requests/route.js';
import { pageSize } from '../requests/query-number.js';

const TAG = 'Lines';
const PATH = '/v1/lines';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

const page = z.strictObject({
  limit: pageSize(DEFAULT_LIMIT, MAX_LIMIT),
  cursor: cursorText.optional(),
});

const shownLine = z
  .object({
    name: z.string().describe('As hellos, tokens and requests name it.'),
    model: z.string().meta({ description: 'The model that heard it, `id@version`.' }),
    speech_seconds: z.number().describe('Speech behind it.'),
    voices: z.number().int().meta({ description: 'Somebody who is heard in two calls counts twice.' }),
    calls: z.number().int().describe('Behind it.'),
    usable: z
      .boolean()
      .meta({ description: 'Whether new calls begin with it: once three voices were heard.' }),
    updated_at: z.iso.datetime().describe('When a call taught it last.'),
  })
  .meta({ id: 'Line' });

/** `/v1/lines`: what is known about microphones, trunks and queues beyond a call. */
export const lineRoutes = (lines: Lines): readonly KeyRoute[] => [
  defineOperation({
    scope: 'speakers',
    method: 'GET',
    path: PATH,
    operationId: 'listLines',
    tag: TAG,
    summary: 'List the lines about which something is known',
    description:
      'What the calls of a line have in common: sums, no audio and no voice. Oldest first, one for each model. `next_cursor` asks for the next page; null on the last.',
    query: page,
    responses: {
      200: {
        description: 'A page of lines',
        schema: z.object({
          lines: z.array(shownLine).describe('Oldest first, one for each line and model.'),
          next_cursor: nextCursor,
        }),
      },
    },
    handle: async ({ query: { limit, cursor } }, { organization }) => {
      const listed = await lines.list(organization.id, {
        limit,
        cursor: cursor === undefined ? undefined : readCursor(cursor),
      });
      return jsonReply(200, {
        lines: listed.lines.map(toShownLine),
        next_cursor: listed.nextCursor === undefined ? null : cursorOf(listed.nextCursor),
      });
    },
  }),
  defineOperation({
    scope: 'speakers',
    method: 'DELETE',
    path: PATH,
    operationId: 'deleteLines',
    tag: TAG,
    summary: 'Forget what is known about a line, or about all lines',
    description: 'Calls that go on keep what they began with, and teach the line again when they end.',
    query: z.strictObject({
      line: lineField.meta({ description: 'Its name. Absent: all of the organization’s.' }).optional(),
    }),
    responses: { 204: { description: 'Forgotten' } },
    faults: ['not_found'],
    handle: async ({ query }, caller) => {
      await lines.remove(caller.organization.id, query.line, actorOf(caller));
      return { status: 204 };
    },
  }),
];

const toShownLine = (line: ShownLine): z.infer<typeof shownLine> => ({
  name: line.line,
  model: line.model,
  speech_seconds: Math.round(line.seconds * 1_000) / 1_000,
  voices: line.voices,
  calls: line.calls,
  usable: line.isUsable,
  updated_at: line.updatedAt.toISOString(),
});
