import { describe, expect, it } from 'vitest';
import { directive } from '../../test/scripted-session.js';
import { Texts } from '../text/texts.js';
import { emotionView } from './emotion-view.js';

const texts = new Texts('en');
const MODEL = ['neutral', 'happy', 'sad', 'angry', 'fearful', 'disgusted', 'surprised'];

describe('emotionView', () => {
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

  it('shows uncertain, with the closest label, when the confidence is below the floor', () => {
    const view = emotionView(directive({ confidence: 0.39 }), MODEL, 0.4, texts);
    expect(view).toMatchObject({ title: 'Uncertain', uncertain: true });
    expect(view.note).toBe('Too little to go on. Closest: Angry');
  });

  it('shows uncertain when the relay says so, at any confidence, and never invents neutral when there is no emotion', () => {
    expect(emotionView(directive({ emotion: 'uncertain', confidence: 0.9 }), [], 0.4, texts).title).toBe(
      'Uncertain',
    );
    expect(emotionView(directive({ emotion: undefined }), [], 0.4, texts).title).toBe('Uncertain');
  });

  it('says in a few words why it is less certain, and leaves out unknown reasons', () => {
    const doubting = (doubts: string[]): string =>
      emotionView(directive({ quality: { doubts } }), MODEL, 0.4, texts).doubts;
    expect(doubting([])).toBe('');
    expect(doubting(['low_snr', 'clipping'])).toBe('Less certain: background noise, distorted sound');
    expect(doubting(['out_of_domain', 'little_voice', 'cosmic_rays'])).toBe(
      'Less certain: hardly like speech, little voice',
    );
    expect(doubting(['cosmic_rays'])).toBe('');
  });

  it('marks labels that are not the model’s own as derived', () => {
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

  it('marks no label while the model is not known', () => {
    expect(emotionView(directive(), [], 0.4, texts).rows.some((row) => row.derived)).toBe(false);
  });

  it('lists all 14 probabilities in a fixed order and marks the highest one', () => {
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
