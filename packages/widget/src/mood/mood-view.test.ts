import { describe, expect, it } from 'vitest';
import { directive } from '../../test/scripted-session.js';
import { EMPTY_CALL } from '../state/call-state.js';
import { newSpeaker, withDirective } from '../state/speaker-state.js';
import { moodOf } from '../state/voices.js';
import { textsFor } from '../text/texts.js';
import { moodView } from './mood-view.js';

describe('a mood in words', () => {
  it('has no age before there is a mood, though something sure was heard', () => {
    const heated = directive({ audioStartMs: 0, audioEndMs: 1_000, signals: { escalation: 0.9 } });
    const speaker = withDirective(newSpeaker(0, 'customer', true), heated, 1_000);
    expect(moodOf(speaker)).toMatchObject({ kind: 'unheard', sureMs: 1_000 });
    const view = moodView(speaker, { ...EMPTY_CALL, connection: 'reconnecting' }, 20_000, textsFor('en'));
    expect(view).toMatchObject({ word: 'Listening…', isDim: false, age: '' });
  });

  it.each([
    ['live', false, 'Listening…'],
    ['reconnecting', false, 'Listening…'],
    ['reconnecting', true, 'Analysis paused'],
    ['paused', true, 'Analysis paused'],
    ['failed', false, 'Analysis off'],
    ['idle', false, 'Analysis off'],
    ['connecting', false, 'Analysis off'],
  ] as const)('is not waited for where nothing is listened to: %s, held %s', (connection, isHeld, word) => {
    const call = { ...EMPTY_CALL, connection, isHeld };
    const view = moodView(newSpeaker(0, 'customer', true), call, 20_000, textsFor('en'));
    expect(view).toMatchObject({ kind: 'unheard', word });
  });

  it('is not waited for where no sound comes', () => {
    const lost = [{ channel: 0, code: 'track_ended' }];
    const call = { ...EMPTY_CALL, connection: 'live', lost } as const;
    const words = [0, 1].map(
      (channel) => moodView(newSpeaker(channel, 'customer', true), call, 0, textsFor('en')).word,
    );
    expect(words).toEqual(['No sound to analyze', 'Listening…']);
  });
});
