import type { ServerBody } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import type { SessionAlert } from '../../domain/alerts/alert-board.js';
import { freshTrajectory } from '../../domain/predictions/trajectory.js';
import { type CueAnswer, notesSince } from '../../domain/conversations/conversation-news.js';
import { freshProgress } from '../../domain/conversations/conversation-record.js';
import type { Utterance } from '../../domain/conversations/utterances/utterance.js';
import { foresee, initialVersion } from '../../domain/conversations/learning/learned-model.js';
import { ConversationNews } from './conversation-news.js';

/** A conversation as storage has it: rows with the revision of their newest change. */
class Conversation {
  revision = 0;
  asked = 0;
  readonly rows = new Map<string, Utterance>();
  readonly answers: (CueAnswer & { revision: number })[] = [];
  readonly alerts: SessionAlert[] = [];

  add(utteranceId: string, source: Utterance['source'], over: Partial<Utterance> = {}): number {
    this.revision += 1;
    this.rows.set(utteranceId, {
      utteranceId,
      source,
      index: null,
      speakerId: 'caller',
      role: 'caller',
      startMs: 5_000,
      endMs: 7_000,
      timed: true,
      arrival: this.rows.size,
      fingerprint: utteranceId,
      emotion: 'angry',
      confidence: 0.5,
      tone: { valence: -0.5, arousal: 0.5, escalation: 0.5 },
      revision: this.revision,
      ...over,
    });
    return this.revision;
  }

  correct(utteranceId: string, emotion: string): number {
    this.revision += 1;
    const known = this.rows.get(utteranceId)!;
    this.rows.set(utteranceId, { ...known, emotion, correction: { emotion, revision: this.revision } });
    return this.revision;
  }

  answer(answer: CueAnswer): number {
    this.revision += 1;
    this.answers.push({ ...answer, revision: this.revision });
    return this.revision;
  }

  newsSince = (_orgId: string, _id: string, revision: number) => {
    this.asked += 1;
    const head = initialVersion('org_1');
    const progress = { ...freshProgress(), cueAnswers: this.answers };
    return Promise.resolve({
      revision: this.revision,
      notes: notesSince(revision, [...this.rows.values()], progress),
      streamStartMs: 6_000,
      foresight: foresee(head, [], freshTrajectory(), 'live'),
      insight: { head, settings: { kpis: [], alerts: null } },
      alerts: this.alerts,
    });
  };
}

const listen = (conversation: Conversation, revision?: number) => {
  const said: ServerBody[] = [];
  const corrected: string[] = [];
  const answers: CueAnswer[] = [];
  const news = new ConversationNews({
    sessions: conversation,
    orgId: 'org_1',
    sessionId: 'ses_1',
    revision,
    turnOf: (id) => (id === 'a1' ? 'b1' : id),
    say: (bodies) => said.push(...bodies),
    onCorrected: (turnId, { emotion }) => corrected.push(`${turnId} ${emotion}`),
    onCueAnswer: (answer) => answers.push(answer),
  });
  return { news, said, corrected, answers };
};
const idOf = (body: ServerBody): string =>
  body.kind === 'utterance' ? body.value.utteranceId : body.kind === 'corrected' ? body.value.turnId : '';

describe('the news of a conversation', () => {
  it('[RT78] reports an utterance of another route on the stream’s clock, with only its known fields', async () => {
    const conversation = new Conversation();
    const { news, said } = listen(conversation);
    conversation.add('spoken', 'result');
    await news.upTo(
      conversation.add('written', 'transcript', { emotion: null, confidence: null, tone: null }),
    );
    const common = { speakerId: 'caller', role: 'caller', startMs: -1_000, endMs: 1_000 };
    expect(said.map(({ value }) => value)).toEqual([
      {
        ...common,
        utteranceId: 'spoken',
        source: 'result',
        emotion: 'angry',
        confidence: 0.5,
        valence: -0.5,
        arousal: 0.5,
      },
      { ...common, utteranceId: 'written', source: 'transcript' },
    ]);
  });

  it('[RT78] reports everything once and in order, however often and late the hints arrive', async () => {
    const conversation = new Conversation();
    const { news, said } = listen(conversation);
    for (const id of ['a', 'b', 'c']) conversation.add(id, 'audio');
    for (const hint of [2, 1, 3, 3]) await news.upTo(hint);
    conversation.correct('b', 'sad');
    await news.upTo(conversation.add('d', 'audio'));
    expect(said.map((body) => `${body.kind} ${idOf(body)}`)).toEqual([
      'utterance a',
      'utterance b',
      'utterance c',
      'corrected b',
      'utterance d',
    ]);
    expect(conversation.asked).toBe(2);
  });

  it('[RT78] reports what came before a turn of the stream before that turn, and never the stream’s own turns', async () => {
    const conversation = new Conversation();
    const { news, said } = listen(conversation);
    await news.own(conversation.add('t1', 'stream'));
    expect(conversation.asked).toBe(0);
    conversation.add('a', 'audio', { raised: ['alr_1'] });
    conversation.alerts.push({ alertId: 'alr_0' } as SessionAlert, { alertId: 'alr_1' } as SessionAlert);
    const own = conversation.add('t2', 'stream');
    conversation.add('b', 'audio');
    expect(await news.own(own)).toEqual([{ alertId: 'alr_1' }]);
    expect(said.map(idOf)).toEqual(['a']);
    await news.upTo(conversation.revision);
    await news.own(conversation.correct('t2', 'sad'));
    expect(said.map(idOf)).toEqual(['a', 'b']);
  });

  it('[RT78] reports the alerts that an utterance raised, and no others', async () => {
    const conversation = new Conversation();
    const { news } = listen(conversation);
    conversation.alerts.push({ alertId: 'alr_0' } as SessionAlert, { alertId: 'alr_1' } as SessionAlert);
    const told = await news.upTo(conversation.add('a', 'audio', { raised: ['alr_1'] }));
    expect(told?.alerts).toEqual([{ alertId: 'alr_1' }]);
    expect(await news.upTo(conversation.revision)).toBeUndefined();
  });

  it('[RT79] reports a correction of a turn under the stream’s own name for it', async () => {
    const conversation = new Conversation();
    const { news, said, corrected } = listen(conversation);
    await news.own(conversation.add('a1', 'stream'));
    await news.upTo(conversation.correct('a1', 'sad'));
    expect(said).toEqual([{ kind: 'corrected', value: { turnId: 'b1', emotion: 'sad' } }]);
    expect(corrected).toEqual(['b1 sad']);
  });

  it('[RT79] passes answers to cues on, once and in order', async () => {
    const conversation = new Conversation();
    const { news, said, answers } = listen(conversation);
    conversation.answer({ cueId: 'cue_1', action: 'dismissed', afterMs: null });
    conversation.answer({ cueId: 'cue_1', action: 'snoozed', afterMs: 900 });
    await news.upTo(1);
    await news.upTo(2);
    expect(answers.map(({ cueId, action }) => [cueId, action])).toEqual([
      ['cue_1', 'dismissed'],
      ['cue_1', 'snoozed'],
    ]);
    expect(said).toEqual([]);
  });

  it('begins at the current revision for a new stream, and where the other relay stopped for a restored one', async () => {
    const conversation = new Conversation();
    for (const id of ['a', 'b', 'c']) conversation.add(id, 'audio');
    const fresh = listen(conversation);
    fresh.news.begin(3);
    const restored = listen(conversation, 2);
    restored.news.begin(3);
    for (const { news } of [fresh, restored]) await news.upTo(3);
    expect(fresh.said).toEqual([]);
    expect(restored.said.map(idOf)).toEqual(['c']);
    expect(restored.news.revision).toBe(3);
  });
});
