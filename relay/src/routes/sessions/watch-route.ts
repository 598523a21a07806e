import { z } from 'zod';
import { notYours } from '../../domain/conversations/conversation-rules.js';
import { CALL_NAMES, type LiveCalls } from '../../domain/live/live-calls.js';
import type { StreamTokenIssuer } from '../../domain/tokens/stream-token-issuer.js';
import { TOKEN_EXPIRES_IN_S } from '../../domain/tokens/stream-token.js';
import { storableText } from '../../domain/storable-text.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { issueToken, streamTokenAnswer, tokenReply } from '../streaming/stream-tokens.js';
import { sessionParams } from './session-fields.js';

const watchQuery = z.strictObject({
  by: z
    .enum(CALL_NAMES)
    .meta({
      description:
        'What `id` names: `session`, the session itself; `call`, the `call_id` of its metadata (Twilio’s call SID, Genesys’s conversation); `agent`, its `agent_id` or `agent`. Absent: the first of these that a live stream has.',
    })
    .optional(),
  role: storableText(64)
    .min(1)
    .meta({ description: 'Told to those who are watched; `observer` unless given.' })
    .optional(),
});

/** `GET /v1/sessions/{id}/watch`: a desktop shows a call by naming it. */
export const watchRoute = (issuer: StreamTokenIssuer, calls: LiveCalls): KeyRoute =>
  defineOperation({
    scope: 'stream',
    method: 'GET',
    path: '/v1/sessions/:id/watch',
    operationId: 'watchSession',
    tag: 'Sessions',
    summary: 'Let one page watch a live call',
    description:
      'The token observes the newest live stream of that name, and no other: it is good once, costs nothing and takes no place of the plan. A call that another system brings (telephony, for example) is found by its own id or by its agent. 403 when no stream of yours has the name now, whatever others have.',
    params: sessionParams,
    query: watchQuery,
    responses: {
      200: { description: 'The token, and the session that it watches.', schema: streamTokenAnswer },
    },
    handle: async ({ params, query }, { organization, key }) => {
      const sessionId = await calls.findLive(organization.id, params.id, query.by);
      if (sessionId === undefined) throw notYours(params.id);
      const issued = await issueToken(issuer, organization, {
        sessionId,
        scopes: ['stream.observe'],
        allowedOrigins: [],
        expiresInS: TOKEN_EXPIRES_IN_S.default,
        claims: query.role === undefined ? {} : { metadata: { role: query.role } },
        agentAnalysis: undefined,
        keyId: key.id,
      });
      return tokenReply(200, issued);
    },
  });
