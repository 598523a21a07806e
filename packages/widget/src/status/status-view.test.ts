import { describe, expect, it } from 'vitest';
import { Texts } from '../text/texts.js';
import { statusView } from './status-view.js';

const texts = new Texts('en');

describe('connection and analysis state', () => {
  it.each([
    ['idle', 'Analysis off'],
    ['connecting', 'Analysis off'],
    ['live', 'Analysis on'],
    ['reconnecting', 'Analysis catching up'],
    ['paused', 'Analysis paused'],
    ['ending', 'Analysis catching up'],
    ['ended', 'Analysis off'],
    ['failed', 'Analysis off'],
  ] as const)('%s shows "%s"', (connection, text) => {
    expect(statusView(connection, undefined, 0, texts).analysisText).toBe(text);
  });

  it('says how late results are once that matters', () => {
    expect(statusView('live', undefined, 2_000, texts).connectionText).toBe('Connected');
    expect(statusView('live', undefined, 7_600, texts).connectionText).toBe(
      'Slow link. Results are 8 s late.',
    );
  });

  it('says what to do after a failure, also after one it does not know', () => {
    expect(statusView('failed', 'microphone_denied', 0, texts).advice).toContain(
      'Allow it in the address bar',
    );
    expect(statusView('failed', 'strange_thing', 0, texts).advice).toContain('strange_thing');
    expect(statusView('live', 'strange_thing', 0, texts).advice).toBe('');
  });
});
