import { describe, expect, it } from 'vitest';
import { Texts } from '../text/texts.js';
import { statusView, type Status } from './status-view.js';

const texts = new Texts('en');
const view = (status: Partial<Status>) =>
  statusView(
    {
      connection: 'live',
      code: undefined,
      lagMs: 0,
      isAnswered: true,
      silence: undefined,
      isHeld: false,
      isWatched: false,
      ...status,
    },
    texts,
  );

describe('statusView', () => {
  it.each([
    ['idle', 'Analysis off'],
    ['connecting', 'Analysis off'],
    ['live', 'Analysis on'],
    ['reconnecting', 'Analysis catching up'],
    ['paused', 'Analysis paused'],
    ['ending', 'Analysis catching up'],
    ['ended', 'Analysis off'],
    ['failed', 'Analysis off'],
  ] as const)('shows the state %s as "%s"', (connection, text) => {
    expect(view({ connection }).analysisText).toBe(text);
  });

  it('says how late results are when they are more than 3 s late', () => {
    expect(view({ lagMs: 2_000 }).connectionText).toBe('Connected');
    expect(view({ lagMs: 7_600 })).toMatchObject({
      analysis: 'late',
      analysisText: 'Analysis late',
      connectionText: 'Slow link. Results are 8 s late.',
    });
  });

  it('says "on" only when the relay has shown that it analyzes', () => {
    expect(view({ isAnswered: false })).toMatchObject({ analysis: 'waiting', connectionText: 'Connected' });
  });

  it('says what to do after a failure, even an unknown one', () => {
    const denied = view({ connection: 'failed', code: 'microphone_denied' });
    expect(denied.advice).toContain('Allow it in the address bar');
    expect(denied.code).toBe('Code: microphone_denied');
    const unknown = view({ connection: 'failed', code: 'strange_thing' });
    expect(unknown.advice).toMatch(/^Start again\./);
    expect(unknown.code).toBe('Code: strange_thing');
    expect(view({ connection: 'live', code: 'strange_thing' })).toMatchObject({ advice: '', code: '' });
  });

  it('does not say that the call is over when the relay ended its analysis, and says why', () => {
    expect(view({ connection: 'ended', code: 'insufficient_credits' })).toMatchObject({
      analysisText: 'Analysis off',
      connectionText: 'Stopped',
      advice: 'The analysis credit is used up. Tell your supervisor; the call itself goes on.',
      code: 'Code: insufficient_credits',
    });
    expect(view({ connection: 'ended' })).toMatchObject({ connectionText: 'Call ended', advice: '' });
  });

  it.each(['not_a_relay', 'relay_unreachable'])('has a sentence for %s', (code) => {
    const failed = view({ connection: 'failed', code });
    expect(failed.advice).toMatch(/the call itself goes on\.$/);
    expect(failed.code).toBe(`Code: ${code}`);
  });

  it('does not say "on" when nobody is heard, and says what to do', () => {
    const silence = { code: 'microphone_not_found', isWhole: true };
    expect(view({ silence })).toMatchObject({
      analysis: 'silent',
      connectionText: 'Connected',
      advice: 'No microphone was found. Plug one in, then start again.',
    });
    expect(view({ silence: { ...silence, isWhole: false } })).toMatchObject({ analysis: 'on' });
    expect(view({ silence: { ...silence, isWhole: false } }).advice).toContain('Plug one in');
    expect(view({ silence: { code: 'strange_thing', isWhole: true } }).code).toContain('strange_thing');
    expect(view({ connection: 'ended', silence })).toMatchObject({ analysis: 'off', advice: '' });
  });

  it('does not promise to keep audio while the call is paused', () => {
    const held = view({ connection: 'reconnecting', isHeld: true });
    expect(held.analysisText).toBe('Analysis paused');
    expect(held.connectionText).toBe('Connection lost. Reconnecting…');
  });

  it('does not promise whoever watches a call that its page keeps the audio', () => {
    const away = view({ connection: 'reconnecting', isWatched: true });
    expect(away.connectionText).toBe('Connection lost. Reconnecting…');
  });

  it('does not promise to keep audio while the call is not heard', () => {
    const silence = { code: 'microphone_denied', isWhole: true };
    expect(view({ connection: 'reconnecting' }).connectionText).toContain('audio is kept');
    expect(view({ connection: 'reconnecting', silence }).connectionText).toBe(
      'Connection lost. Reconnecting…',
    );
  });
});
