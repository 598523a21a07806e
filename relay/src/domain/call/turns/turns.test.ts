import { describe, expect, it } from 'vitest';
import { freshTurn, transitionTurn, type TurnEvent, type TurnInput } from './turns.js';

const play = (inputs: readonly TurnInput[], endSilenceMs = 700) => {
  let turn = freshTurn();
  let ids = 0;
  const events: TurnEvent[] = [];
  for (const input of inputs) {
    const step = transitionTurn(turn, input, { endSilenceMs, newTurnId: () => `turn_${++ids}` });
    turn = step.turn;
    events.push(...step.events);
  }
  return { turn, events, told: events.filter(({ kind }) => kind !== 'segment') };
};

const at = (kind: TurnInput['kind'], atMs: number): TurnInput => ({ kind, atMs });

describe('[RT30] turns', () => {
  it('start at the time when the speech began', () => {
    const { told } = play([at('start', 1_000), at('tick', 1_250)]);
    expect(told).toEqual([{ kind: 'opened', turnId: 'turn_1', startMs: 1_000 }]);
  });

  it('end after the end silence, at the time of the last speech', () => {
    const inputs = [at('start', 0), at('tick', 500), at('end', 900), at('tick', 1_599)];
    expect(play(inputs).told).toHaveLength(1);
    expect(play([...inputs, at('tick', 1_600)]).told[1]).toEqual({
      kind: 'closed',
      turnId: 'turn_1',
      startMs: 0,
      endMs: 900,
    });
  });

  it('continue over pauses shorter than the end silence', () => {
    const { told, turn } = play([
      at('start', 0),
      at('end', 1_000),
      at('tick', 1_250),
      at('start', 1_600),
      at('tick', 2_500),
    ]);
    expect(told).toHaveLength(1);
    expect(turn).toMatchObject({ kind: 'speaking', startMs: 0, segmentStartMs: 1_600 });
  });

  it('are two when the pause was long, even if no tick came during it', () => {
    const { told } = play([at('start', 0), at('end', 1_000), at('start', 2_000), at('tick', 2_250)]);
    expect(told.map(({ kind }) => kind)).toEqual(['opened', 'closed', 'opened']);
    expect(told[2]).toMatchObject({ turnId: 'turn_2', startMs: 2_000 });
  });

  it('do not start for sounds under 150 ms or for misfires', () => {
    expect(play([at('start', 0), at('end', 149), at('tick', 1_000)]).told).toEqual([]);
    expect(play([at('start', 0), at('misfire', 400), at('tick', 1_000)]).told).toEqual([]);
    expect(play([at('start', 0), at('end', 150)]).told).toHaveLength(1);
  });

  it('end where they began when a misfire takes back the only speech', () => {
    const { told } = play([at('start', 1_000), at('tick', 1_250), at('misfire', 1_300), at('tick', 2_000)]);
    expect(told[1]).toMatchObject({ kind: 'closed', startMs: 1_000, endMs: 1_000 });
  });

  it('end at once when forced: during speech, during a pause and before their start was reported', () => {
    expect(play([at('start', 0), at('tick', 500), at('close', 600)]).told[1]).toMatchObject({ endMs: 600 });
    expect(play([at('start', 0), at('end', 500), at('close', 600)]).told[1]).toMatchObject({ endMs: 500 });
    expect(play([at('start', 0), at('close', 600)]).told.map(({ kind }) => kind)).toEqual([
      'opened',
      'closed',
    ]);
    expect(play([at('start', 0), at('close', 100)]).told).toEqual([]);
    expect(play([at('close', 100)]).told).toEqual([]);
  });

  it('report each stretch of speech for overlaps', () => {
    const { events } = play([at('start', 0), at('end', 500), at('start', 800), at('close', 1_500)]);
    expect(events.filter(({ kind }) => kind === 'segment')).toEqual([
      { kind: 'segment', startMs: 0, endMs: 500 },
      { kind: 'segment', startMs: 800, endMs: 1_500 },
    ]);
  });

  it('use the requested end silence', () => {
    expect(play([at('start', 0), at('end', 500), at('tick', 750)], 200).told).toHaveLength(2);
  });
});
