import { z } from 'zod';
import { DEFAULT_VERTICAL } from '../../domain/call/verticals/verticals.js';
import type { Learning } from '../../domain/conversations/learning/learning.js';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { checkOutcomeBody, learnedSchema } from './outcome-routes.js';
import { pageOf, sessionCursorOf } from './session-page.js';
import { alertsOf, listItemOf, sessionOf } from './session-answer.js';
import {
  alertParams,
  endedBody,
  newSession,
  pageQuery,
  readerQuery,
  sessionParams,
} from './session-fields.js';
import { alertsSchema, sessionListItem, sessionSchema } from './session-schemas.js';
import { nextCursor } from '../requests/page-cursor.js';

const TAG = 'Sessions';

/** `/v1/sessions`: begin, list, read, end, delete. */
export const sessionRoutes = (
  sessions: Conversations,
  learning: Learning,
  nowMs: () => number,
): readonly KeyRoute[] => [
  createSession(sessions),
  listSessions(sessions),
  getSession(sessions),
  endSession(sessions, learning, nowMs),
  deleteSession(sessions),
  acknowledgeAlert(sessions),
];

const createSession = (sessions: Conversations): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/sessions',
    operationId: 'createSession',
    tag: TAG,
    summary: 'Create conversation session',
    description:
      'A live stream with a token for this id, uploads with this `session_id` and utterances added here are one conversation.',
    body: newSession,
    responses: { 201: { description: 'The session', schema: z.object({ session: sessionListItem }) } },
    faults: ['conflict'],
    handle: async ({ body }, { organization }) => {
      const record = await sessions.create({
        orgId: organization.id,
        id: body.session_id,
        vertical: body.vertical ?? DEFAULT_VERTICAL,
        language: body.language ?? organization.policy.language,
        externalId: body.external_id,
        metadata: body.metadata ?? {},
      });
      return jsonReply(201, { session: listItemOf(record, []) });
    },
  });

const listSessions = (sessions: Conversations): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'GET',
    path: '/v1/sessions',
    operationId: 'listSessions',
    tag: TAG,
    summary: 'List, search and sort sessions',
    description:
      'Newest first unless `sort` and `order` say otherwise. A cursor goes on with the filters and the order that it was given for; repeat them. Sessions that begin meanwhile are on no later page.',
    query: pageQuery,
    responses: {
      200: {
        description: 'A page',
        schema: z.object({
          sessions: z.array(sessionListItem).describe('In the order of `sort` and `order`.'),
          next_cursor: nextCursor,
        }),
      },
    },
    handle: async ({ query }, { organization }) => {
      const { limit } = query;
      const found = await sessions.list(organization.id, { ...pageOf(query), most: limit + 1 });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return jsonReply(200, {
        sessions: page.map(({ record, people }) => listItemOf(record, people)),
        next_cursor: last === undefined ? null : sessionCursorOf(last.record, query.sort),
      });
    },
  });

const getSession = (sessions: Conversations): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'GET',
    path: '/v1/sessions/:id',
    operationId: 'getSession',
    tag: TAG,
    summary: 'Get session predictions',
    description:
      'Where the session stands, what is expected of it, and why. Of an ended session: what was expected at its end.',
    params: sessionParams,
    query: readerQuery,
    responses: { 200: { description: 'The session', schema: z.object({ session: sessionSchema }) } },
    handle: async ({ params, query }, { organization }) =>
      jsonReply(200, { session: sessionOf(await sessions.read(organization.id, params.id), query.language) }),
  });

const endSession = (sessions: Conversations, learning: Learning, nowMs: () => number): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/sessions/:id/end',
    operationId: 'endSession',
    tag: TAG,
    summary: 'End a session',
    description: 'Ending it again changes nothing. The outcome may come with it, or later.',
    params: sessionParams,
    body: endedBody,
    responses: {
      200: {
        description: 'The session as it ended',
        schema: z.object({ session: sessionSchema, learned: learnedSchema.optional() }),
      },
    },
    handle: async ({ params, body }, { organization }) => {
      await sessions.read(organization.id, params.id);
      const outcome =
        body.outcome === undefined
          ? undefined
          : await checkOutcomeBody(learning, organization.id, body.outcome, nowMs());
      await sessions.end(organization.id, params.id, 'client_ended');
      const learned =
        outcome === undefined ? undefined : await sessions.submitOutcome(organization.id, params.id, outcome);
      const session = sessionOf(await sessions.read(organization.id, params.id));
      return jsonReply(200, {
        session,
        ...(learned !== undefined && { learned: { model_version: learned.learnedVersion } }),
      });
    },
  });

const deleteSession = (sessions: Conversations): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'DELETE',
    path: '/v1/sessions/:id',
    operationId: 'deleteSession',
    tag: TAG,
    summary: 'Delete a session',
    description:
      'With its utterances, its stream, its events, and what was learned from it; a stream that runs is ended. What was charged stays on the ledger, and a withdrawn consent in the audit log. A stream cannot be opened under the name again.',
    params: sessionParams,
    responses: { 204: { description: 'Deleted' } },
    handle: async ({ params }, { organization }) => {
      await sessions.remove(organization.id, params.id);
      return { status: 204 };
    },
  });

const acknowledgeAlert = (sessions: Conversations): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/sessions/:id/alerts/:alert_id/acknowledge',
    operationId: 'acknowledgeAlert',
    tag: TAG,
    summary: 'Say that an alert was seen',
    description:
      'It counts as open for as long as its value is beyond the threshold, seen or not. Saying it again changes nothing.',
    params: alertParams,
    responses: { 200: { description: 'The session’s alerts', schema: alertsSchema } },
    handle: async ({ params }, { organization, key, member }) =>
      jsonReply(
        200,
        alertsOf(
          await sessions.acknowledge(organization.id, params.id, params.alert_id, member?.id ?? key.id),
        ),
      ),
  });
