import { describe, expect, it } from 'vitest';
import { directive } from '../../test/scripted-session.js';
import { Texts } from '../text/texts.js';
import { emotionView } from './emotion-view.js';

const texts = new Texts('en');
const MODEL = ['neutral', 'happy', 'sad', 'angry', 'fearful', 'disgusted', 'surprised'];

describe('emotion now', () => {
  it('names the emotion and says how sure it is', () => {
    const view = emotionView(directive(), MODEL, 0.4, texts);
    expect(view).toMatchObject({
      title: 'Angry',
      uncertain: false,
      derived: false,
      confidenceText: '72% sure',
    });
    expect(view.note).toBe('');
  });

  it('shows uncertain, with the closest label, below the floor', () => {
    const view = emotionView(directive({ confidence: 0.39 }), MODEL, 0.4, texts);
    expect(view).toMatchObject({ title: 'Uncertain', uncertain: true });
    expect(view.note).toBe('Too little to go on. Closest: Angry');
  });

  it('believes a relay that says uncertain, however confident, and never makes up neutral', () => {
    expect(emotionView(directive({ emotion: 'uncertain', confidence: 0.9 }), [], 0.4, texts).title).toBe(
      'Uncertain',
    );
    expect(emotionView(directive({ emotion: undefined }), [], 0.4, texts).title).toBe('Uncertain');
  });

  it('says in a few words why it is less certain, and leaves out a reason that it does not know', () => {
    const doubting = (doubts: string[]): string =>
      emotionView(directive({ quality: { doubts } }), MODEL, 0.4, texts).doubts;
    expect(doubting([])).toBe('');
    expect(doubting(['low_snr', 'clipping'])).toBe('Less certain: background noise, distorted sound');
    expect(doubting(['out_of_domain', 'little_voice', 'cosmic_rays'])).toBe(
      'Less certain: hardly like speech, little voice',
    );
    expect(doubting(['cosmic_rays'])).toBe('');
  });

  it('marks labels that the model does not tell apart by itself', () => {
    const view = emotionView(directive({ emotion: 'frustrated' }), MODEL, 0.4, texts);
    expect(view.derived).toBe(true);
    expect(view.rows.filter((row) => row.derived).map((row) => row.label)).toEqual([
      'contempt',
      'anxious',
      'confused',
      'excited',
      'amused',
      'content',
      'frustrated',
    ]);
  });

  it('marks none while the model is not known', () => {
    expect(emotionView(directive(), [], 0.4, texts).rows.some((row) => row.derived)).toBe(false);
  });

  it('lists all 14 probabilities in a fixed order with one of them on top', () => {
    const { rows } = emotionView(directive(), MODEL, 0.4, texts);
    expect(rows).toHaveLength(14);
    expect(rows.filter((row) => row.top).map((row) => row.label)).toEqual(['angry']);
    expect(rows[0]?.label).toBe('neutral');
  });

  it('works without probabilities and without dimensions', () => {
    const bare = directive({ emotionProbabilities: {}, valence: undefined, arousal: undefined });
    expect(emotionView(bare, MODEL, 0.4, texts)).toMatchObject({ rows: [], point: undefined });
  });
});
