/** Fills an organization with calls: forty are held by the relay's own rules, their rows are copied over the days before. */
import { sql } from 'kysely';
import { ConversationRepository } from '../../../relay/dist/storage/conversations/conversation-repository.js';
import { PredictionRepository } from '../../../relay/dist/storage/predictions/prediction-repository.js';
import { Conversations } from '../../../relay/dist/domain/conversations/conversations.js';
import { Learning } from '../../../relay/dist/domain/conversations/learning/learning.js';
import { seededCalls } from './seeded-calls.mjs';

const DAYS = 90;
const ROUNDS_AT_A_TIME = 10;
const COLUMNS = sql.raw(
  'state, lifecycle, vertical, language, external_id, metadata, progress, final, duration_ms, dominant_emotion, dominant_mood, peak_escalation, sums',
);

/** @returns the id of the organization, the first one of the database */
export async function seedCalls(db, count) {
  const { id: orgId } = await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
  const today = Date.now();
  let nowMs = today;
  const clock = () => nowMs;
  const learning = new Learning({ store: new PredictionRepository(db), nowMs: clock });
  const store = new ConversationRepository(db);
  const conversations = new Conversations({ store, learning, nowMs: clock });
  const calls = seededCalls().slice(0, count);
  for (const [index, call] of calls.entries()) {
    // The newest one is from a minute ago, the others from the hours before.
    nowMs = today - 60_000 - index * 23 * 60_000;
    await hold(conversations, orgId, call, (ms) => {
      nowMs += ms;
    });
  }
  await copy(
    db,
    orgId,
    calls.map(({ id }) => id),
    count,
  );
  return orgId;
}

/** Holds one call. */
async function hold(conversations, orgId, { id, turns, cues, outcome, ...order }, pass) {
  await conversations.openStream({ orgId, id, ...order });
  for (const [index, { role, startMs, endMs, emotion, mood, tone }] of turns.entries()) {
    await conversations.add(orgId, id, {
      utteranceId: `turn_${index}`,
      index: null,
      speakerId: role,
      role,
      channel: role === 'agent' ? 1 : 0,
      source: 'stream',
      startMs,
      durationMs: endMs - startMs,
      emotion: tone === null ? null : emotion,
      confidence: tone === null ? null : 0.8,
      ...(mood !== undefined && { mood, moodMs: { [mood]: endMs - startMs } }),
      tone,
      fingerprint: `${index}`,
    });
  }
  for (const { answer, afterMs, ...cue } of cues) {
    await conversations.noteCue(orgId, id, cue);
    for (const action of answer === undefined ? [] : ['shown', answer]) {
      await conversations.noteCueAction(orgId, id, { cueId: cue.cueId, action, afterMs });
    }
  }
  const endMs = turns.at(-1)?.endMs ?? 0;
  pass(endMs);
  await conversations.endStream(orgId, id, 'client_ended', endMs);
  if (outcome !== undefined) {
    const observedAt = new Date().toISOString();
    await conversations.submitOutcome(orgId, id, { targets: outcome, kpis: {}, observedAt });
  }
}

/** Copies the calls' rows, over the ninety days before, until there are as many as wanted. */
async function copy(db, orgId, held, wanted) {
  const own = sql`(${sql.join(held)})`;
  const rounds = Math.ceil(wanted / held.length) - 1;
  const shift = sql.raw(`round * interval '${Math.round((DAYS * 86_400) / Math.max(1, rounds))} seconds'`);
  // In parts, because a server ends a statement that takes long.
  for (let from = 1; from <= rounds; from += ROUNDS_AT_A_TIME) {
    const to = Math.min(rounds, from + ROUNDS_AT_A_TIME - 1);
    await sql`
      insert into conversations (org_id, id, created_at, updated_at, ${COLUMNS})
      select c.org_id, c.id || '-' || round, c.created_at - ${shift}, c.updated_at - ${shift}, ${COLUMNS}
      from conversations c, generate_series(${from}::int, ${to}::int) round where c.org_id = ${orgId} and c.id in ${own}`.execute(
      db,
    );
    // A plan made for an empty table would read all of it for each row that names one of its rows.
    await sql`analyze conversations`.execute(db);
    await sql`
      insert into conversation_marks (org_id, kind, value, created_at, session_id)
      select m.org_id, m.kind, m.value, m.created_at - ${shift}, m.session_id || '-' || round
      from conversation_marks m, generate_series(${from}::int, ${to}::int) round where m.org_id = ${orgId} and m.session_id in ${own}`.execute(
      db,
    );
    await sql`
      insert into conversation_utterances (org_id, session_id, utterance_id, arrival, utterance)
      select u.org_id, u.session_id || '-' || round, u.utterance_id, u.arrival, u.utterance
      from conversation_utterances u, generate_series(${from}::int, ${to}::int) round where u.org_id = ${orgId} and u.session_id in ${own}`.execute(
      db,
    );
  }
  await sql`analyze`.execute(db);
}
