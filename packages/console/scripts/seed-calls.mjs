/**
 * Fills a stopped relay's data folder with calls, for pictures and measurements of the console. Forty calls are held by the relay's own
 * rules, from utterances to predictions, alerts, cues and outcomes; their rows are then copied over the days before.
 *
 * Usage: node packages/console/scripts/seed-calls.mjs FOLDER [CALLS, 10000 unless given]
 */
import { openDatabase } from '../../../relay/dist/storage/database/database.js';
import { ConversationRepository } from '../../../relay/dist/storage/conversations/conversation-repository.js';
import { PredictionRepository } from '../../../relay/dist/storage/conversations/prediction-repository.js';
import { Conversations } from '../../../relay/dist/domain/conversations/conversations.js';
import { Learning } from '../../../relay/dist/domain/conversations/learning/learning.js';
import { seededCalls } from './seeded-calls.mjs';

const [directory, count = '10000'] = process.argv.slice(2);
if (directory === undefined) throw new Error('which data folder?');
const database = await openDatabase({ kind: 'embedded', directory });
try {
  const { id: orgId } = await database.queries
    .selectFrom('organizations')
    .select('id')
    .executeTakeFirstOrThrow();
  let nowMs = Date.now();
  const clock = () => nowMs;
  const learning = new Learning({ store: new PredictionRepository(database.queries), nowMs: clock });
  const store = new ConversationRepository(database.queries);
  const conversations = new Conversations({ store, learning, nowMs: clock });
  const today = nowMs;
  const calls = seededCalls().slice(0, Number(count));
  for (const [index, call] of calls.entries()) {
    // The newest one is from a minute ago, the others from the hours before.
    nowMs = today - 60_000 - index * 23 * 60_000;
    await hold(conversations, orgId, call, (ms) => {
      nowMs += ms;
    });
  }
  await copy(database.queries, orgId, calls.length, Number(count));
  process.stdout.write(`${count} calls in ${directory}\n`);
} finally {
  await database.close();
}

/** Holds one call. */
async function hold(conversations, orgId, { id, turns, cues, outcome, ...order }, pass) {
  await conversations.openStream({ orgId, id, ...order });
  for (const [index, { role, startMs, endMs, emotion, tone }] of turns.entries()) {
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
  const { sql } = await import('kysely');
  const rounds = Math.ceil(wanted / held) - 1;
  const columns =
    'state, lifecycle, vertical, language, external_id, metadata, progress, final, duration_ms, dominant_emotion, peak_escalation, sums';
  const shift = sql.raw(`round * interval '${Math.round((90 * 86_400) / Math.max(1, rounds))} seconds'`);
  await sql`
    insert into conversations (org_id, id, created_at, updated_at, ${sql.raw(columns)})
    select c.org_id, c.id || '-' || round, c.created_at - ${shift}, c.updated_at - ${shift}, ${sql.raw(columns)}
    from conversations c, generate_series(1, ${rounds}::int) round where c.org_id = ${orgId}`.execute(db);
  await sql`
    insert into conversation_marks (org_id, kind, value, created_at, session_id)
    select m.org_id, m.kind, m.value, m.created_at - ${shift}, m.session_id || '-' || round
    from conversation_marks m, generate_series(1, ${rounds}::int) round where m.org_id = ${orgId}`.execute(
    db,
  );
  await sql`
    insert into conversation_utterances (org_id, session_id, utterance_id, arrival, utterance)
    select u.org_id, u.session_id || '-' || round, u.utterance_id, u.arrival, u.utterance
    from conversation_utterances u, generate_series(1, ${rounds}::int) round where u.org_id = ${orgId}`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}
