import { describe, expect, it } from 'vitest';
import { Texts } from '../text/texts.js';
import { speakerName, turnRows } from './turns-view.js';

const texts = new Texts('en');

describe('turns', () => {
  it('lists the newest first with speaker, time, emotion and text', () => {
    const rows = turnRows(
      [
        { turnId: 'a', speakerId: 's', channel: 0, startMs: 0, endMs: 4_000, text: 'Hello', emotion: 'sad' },
        { turnId: 'b', speakerId: 's', channel: 1, startMs: 61_000, emotion: undefined },
      ],
      new Map([[0, 'customer']]),
      texts,
    );
    expect(rows).toEqual([
      { turnId: 'b', time: '1:01', speaker: 'Speaker 2', emotion: '', text: 'speaking now' },
      { turnId: 'a', time: '0:00', speaker: 'Customer', emotion: 'Sad', text: 'Hello' },
    ]);
  });

  it('names speakers by who they are', () => {
    expect(speakerName('agent', 1, texts)).toBe('Agent');
    expect(speakerName('unknown', 1, texts)).toBe('Speaker 2');
  });
});
