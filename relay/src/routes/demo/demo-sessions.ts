import type { Organization } from '../../domain/accounts/organization.js';
import { openAlerts } from '../../domain/alerts/alert-board.js';
import type { ConversationRecord } from '../../domain/conversations/conversation-record.js';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { jsonReply } from '../../transport/http-message.js';
import { assertSameOrigin } from './demo-origin.js';
import type { OpenRoute } from '../requests/route.js';

/** More than one supervisor can follow, and at most one screen long. */
const MOST = 50;

/**
 * `GET /demo/sessions`: the calls that a supervisor may watch, newest first. It plays the role of the
 * customer's own server, which would call `GET /v1/sessions?state=live,paused` with its API key and decide
 * what its supervisors see. Like `/demo/token`, it exists only while the demo is on, and only for the demo's
 * pages.
 */
export const demoSessionsRoute = (
  sessions: Pick<Conversations, 'list'>,
  organization: Organization,
): OpenRoute => ({
  method: 'GET',
  path: '/demo/sessions',
  access: 'anyone',
  counted: true,
  async handle({ request }) {
    assertSameOrigin(request);
    const live = await sessions.list(organization.id, { most: MOST, states: ['live', 'paused'] });
    return jsonReply(200, { sessions: live.map(({ record }) => rowOf(record)) });
  },
});

const rowOf = ({ id, lifecycle, metadata, createdAtMs, progress }: ConversationRecord) => ({
  id,
  state: lifecycle.kind,
  /** The name that the streaming page gave the session. */
  name: typeof metadata['name'] === 'string' ? metadata['name'] : null,
  began_at: new Date(createdAtMs).toISOString(),
  utterance_count: progress.utterances,
  emotion: progress.lastEmotion,
  open_alerts: openAlerts(progress.board).length,
});
