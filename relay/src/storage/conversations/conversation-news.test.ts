import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANGRY, CALM, ConversationRig, said } from '../testing/conversation-rig.js';
import { DATABASES } from '../testing/databases.js';

describe.each(DATABASES)('the news of conversations in $name', ({ open }) => {
  let rig: ConversationRig;
  beforeAll(async () => {
    rig = await ConversationRig.open(open);
  }, 60_000);
  afterAll(() => rig.close());

  const told = async (org: string, id: string, revision: number) => {
    const { notes } = await rig.sessions.newsSince(org, id, revision);
    return notes.map((note) =>
      note.kind === 'cue_answer'
        ? [note.revision, note.kind, note.cueId, note.action]
        : [note.revision, note.kind, note.utterance.utteranceId],
    );
  };

  it('contain every utterance, correction and answer to a cue after a revision, in order', async () => {
    const org = await rig.organization();
    await rig.stream(org, 's');
    await rig.sessions.add(org, 's', said('a', ANGRY));
    await rig.sessions.add(org, 's', said('b', CALM));
    await rig.sessions.correct(org, 's', 'a', { emotion: 'sad' });
    await rig.sessions.answerCue(org, 's', { cueId: 'cue_1', action: 'dismissed', afterMs: null });
    await rig.sessions.add(org, 's', said('c', ANGRY));
    expect(await told(org, 's', 1)).toEqual([
      [2, 'utterance', 'b'],
      [3, 'correction', 'a'],
      [4, 'cue_answer', 'cue_1', 'dismissed'],
      [5, 'utterance', 'c'],
    ]);
    expect(await told(org, 's', 5)).toEqual([]);
  });

  it('do not contain repetitions', async () => {
    const org = await rig.organization();
    await rig.stream(org, 's');
    for (let round = 0; round < 2; round++) {
      await rig.sessions.add(org, 's', said('a', ANGRY));
      await rig.sessions.correct(org, 's', 'a', { emotion: 'sad', valence: -0.5 });
      await rig.sessions.answerCue(org, 's', { cueId: 'cue_1', action: 'snoozed', afterMs: 5 });
    }
    const { revision } = await rig.sessions.newsSince(org, 's', 0);
    expect(revision).toBe(3);
  });

  it('name the alerts that an utterance raised', async () => {
    const org = await rig.organization();
    await rig.stream(org, 's');
    for (let i = 0; i < 8; i++) await rig.sessions.add(org, 's', said(`u${i}`, ANGRY));
    const { notes, alerts } = await rig.sessions.newsSince(org, 's', 0);
    const raised = notes.flatMap((note) => (note.kind === 'utterance' ? (note.utterance.raised ?? []) : []));
    expect(raised.length).toBeGreaterThan(0);
    expect(raised).toEqual(alerts.map(({ alertId }) => alertId));
  });

  it('are counted, so that a relay sees which conversations of its streams changed', async () => {
    const org = await rig.organization();
    const other = await rig.organization();
    for (const id of ['told', 'news', 'over']) await rig.stream(org, id);
    await rig.stream(other, 'told');
    await rig.sessions.add(org, 'told', said('a', ANGRY));
    await rig.sessions.add(org, 'news', said('a', ANGRY));
    await rig.sessions.end(org, 'over', 'client_ended');
    const names = [
      { orgId: org, sessionId: 'told', revision: 1 },
      { orgId: other, sessionId: 'told', revision: 0 },
      { orgId: org, sessionId: 'news', revision: 0 },
      { orgId: org, sessionId: 'over', revision: 0 },
      { orgId: org, sessionId: 'deleted', revision: 4 },
    ];
    const moved = await rig.conversations.movedOn(names);
    expect([...moved].sort((a, b) => a.sessionId.localeCompare(b.sessionId))).toEqual([
      { orgId: org, sessionId: 'deleted', isOver: true, revision: 0 },
      { orgId: org, sessionId: 'news', isOver: false, revision: 1 },
      { orgId: org, sessionId: 'over', isOver: true, revision: 0 },
    ]);
    expect(await rig.conversations.movedOn([])).toEqual([]);
  });

  it('cannot contain answers to cues of a session that has no stream or has ended', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    const answer = { cueId: 'cue_1', action: 'dismissed', afterMs: null } as const;
    await expect(rig.sessions.answerCue(org, id, answer)).rejects.toMatchObject({ code: 'conflict' });
    await rig.stream(org, id);
    await rig.sessions.answerCue(org, id, answer);
    await rig.sessions.end(org, id, 'client_ended');
    await expect(rig.sessions.answerCue(org, id, answer)).rejects.toMatchObject({ code: 'conflict' });
    await expect(rig.sessions.answerCue(org, 'none', answer)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
