import type { z } from 'zod';
import type { KeyRoute } from '../../routes/requests/route.js';
import type { HttpReply } from '../../transport/http-message.js';

type Json = Record<string, unknown>;

/**
 * The same row with more fields in its successful answers, and in its reference.
 * @param more the schemas of the added fields
 * @param from computes them from the answer
 */
export const withFields = (row: KeyRoute, more: z.ZodRawShape, from: (answer: Json) => Json): KeyRoute => ({
  ...row,
  ...(row.doc !== undefined && {
    doc: {
      ...row.doc,
      responses: Object.fromEntries(
        Object.entries(row.doc.responses).map(([status, response]) => [
          status,
          response.schema === undefined
            ? response
            : { ...response, schema: (response.schema as z.ZodObject).extend(more) },
        ]),
      ),
    },
  }),
  handle: async (context, caller) => added(await row.handle(context, caller), from),
});

const added = (reply: HttpReply, from: (answer: Json) => Json): HttpReply => {
  if (reply.status >= 300 || typeof reply.body !== 'string') return reply;
  const answer = JSON.parse(reply.body) as Json;
  return { ...reply, body: JSON.stringify({ ...answer, ...from(answer) }) };
};
