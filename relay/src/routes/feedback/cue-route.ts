import { z } from 'zod';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { CUE_ACTIONS } from '../../domain/conversations/conversation-cues.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { ownId } from '../sessions/session-fields.js';

const cueBody = z.strictObject({
  session_id: ownId.meta({ description: 'Of the session.' }),
  cue_id: ownId.meta({ description: 'Of `agent_steering`.' }),
  action: z.enum(CUE_ACTIONS).meta({ description: 'What the agent did with it.' }),
  after_ms: z
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ description: 'How long the cue had been shown.' })
    .optional(),
});

/** `POST /v1/feedback/cues`: an agent's feedback on a cue. */
export const cueRoute = (sessions: Conversations): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/feedback/cues',
    operationId: 'answerCue',
    tag: 'Feedback',
    summary: 'Say how a cue was received',
    description:
      'As `steering.feedback` in the stream, for agents’ desktops that answer from a server: `dismissed` and `not_useful` make cues of this type rarer in the session, `accepted` makes them as frequent as before, `snoozed` silences the type for five minutes, `shown` only tells. Each counts once for a cue, over whatever route it comes. It reaches the stream at once on the relay that holds it, within 5 s on any other. A cue that is none of the newest 32 changes nothing.',
    body: cueBody,
    responses: {
      202: {
        description: 'Taken',
        schema: z.object({ feedback: cueBody.describe('As it was sent.') }),
      },
    },
    faults: ['not_found', 'conflict'],
    handle: async ({ body }, { organization }) => {
      await sessions.answerCue(organization.id, body.session_id, {
        cueId: body.cue_id,
        action: body.action,
        afterMs: body.after_ms ?? null,
      });
      return jsonReply(202, { feedback: body });
    },
  });
