import { z } from 'zod';
import { CONVERSATION_LIMITS } from '../../domain/conversations/conversation-record.js';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { jsonReply } from '../../transport/http-message.js';
import { invalid } from '../requests/json-body.js';
import { defineOperation } from '../requests/operation.js';
import { nextCursor } from '../requests/page-cursor.js';
import { pageSize } from '../requests/query-number.js';
import type { KeyRoute } from '../requests/route.js';
import { utteranceOf } from './session-answer.js';
import { afterUtterance, sessionParams } from './session-fields.js';
import { utteranceSchema } from './session-schemas.js';

const { default: usual, most } = CONVERSATION_LIMITS.utterancePage;

const utterancesQuery = z.strictObject({ limit: pageSize(usual, most), cursor: afterUtterance });

/** `GET /v1/sessions/{id}/utterances`: all of them, page by page. */
export const utteranceListRoute = (sessions: Conversations): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'GET',
    path: '/v1/sessions/:id/utterances',
    operationId: 'listUtterances',
    tag: 'Sessions',
    summary: 'List the utterances of a session',
    description:
      'All of them, in the order of the call, without their words. A cursor goes on behind the last utterance of its page: what comes while the call goes on is on a later page, ' +
      'and one that belongs before the cursor, because it arrived late, on none.',
    params: sessionParams,
    query: utterancesQuery,
    responses: {
      200: {
        description: 'A page',
        schema: z.strictObject({
          utterances: z.array(utteranceSchema).describe('In the order of the call.'),
          next_cursor: nextCursor,
        }),
      },
    },
    handle: async ({ params, query }, { organization }) => {
      const page = await sessions.pages.utterances(organization.id, params.id, {
        after: query.cursor,
        most: query.limit,
      });
      if (page === undefined) {
        throw invalid('the request has invalid parameters', { cursor: ['is no utterance that there is'] });
      }
      const { utterances, hasMore } = page;
      return jsonReply(200, {
        utterances: utterances.map(utteranceOf),
        next_cursor: hasMore ? (utterances.at(-1)?.utteranceId ?? null) : null,
      });
    },
  });
