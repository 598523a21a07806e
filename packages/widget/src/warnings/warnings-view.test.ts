import { describe, expect, it } from 'vitest';
import { Texts } from '../text/texts.js';
import { warningText } from './warnings-view.js';

describe('warnings', () => {
  it('say what to do', () => {
    const text = warningText({ code: 'audio_clipping', message: 'clip', detail: {} }, new Texts('en'));
    expect(text).toBe('The sound is too loud and distorts. Turn the input level down.');
  });

  it('show the relay’s words, or else the code, when the kind is unknown', () => {
    expect(warningText({ code: 'new_one', message: 'Do this.', detail: {} }, new Texts('de'))).toBe(
      'Do this.',
    );
    expect(warningText({ code: 'new_one', message: '', detail: {} }, new Texts('de'))).toBe('new_one');
  });
});
