import type { ConnectionName } from '../session/session-like.js';
import type { Texts } from '../text/texts.js';

/** Whether a voice is being analyzed at this moment. */
export type AnalysisState = 'on' | 'paused' | 'off' | 'interrupted';

/** What the status element shows. */
export interface StatusView {
  readonly analysis: AnalysisState;
  readonly analysisText: string;
  readonly connectionText: string;
  /** What to do after a failure; empty otherwise. */
  readonly advice: string;
}

/**
 * Analysis is on from the moment audio is taken: while the link is down the client keeps the audio and it is
 * analyzed later, so the notice that the law asks for stays.
 */
export function analysisState(connection: ConnectionName): AnalysisState {
  switch (connection) {
    case 'live':
      return 'on';
    case 'reconnecting':
    case 'ending':
      return 'interrupted';
    case 'paused':
      return 'paused';
    case 'idle':
    case 'connecting':
    case 'ended':
    case 'failed':
      return 'off';
  }
}

/** Results that are late by more than this are no longer about what the agent hears: they are marked. */
const LATE_MS = 3_000;

/** Puts the connection into words. */
export function statusView(
  connection: ConnectionName,
  code: string | undefined,
  lagMs: number,
  texts: Texts,
): StatusView {
  const analysis = analysisState(connection);
  const other = texts.text('failure.other', { code: code ?? '–' });
  return {
    analysis,
    analysisText: texts.text(`analysis.${analysis}`),
    connectionText:
      connection === 'live' && lagMs > LATE_MS
        ? texts.text('connection.late', { seconds: texts.number(lagMs / 1000) })
        : texts.text(`connection.${connection}`),
    advice: connection === 'failed' ? texts.textOr(`failure.${code ?? ''}`, other) : '',
  };
}

/** Who watches, in words. */
export function observersText(observers: number, texts: Texts): string {
  return observers === 1
    ? texts.text('observers.one')
    : texts.text('observers.many', { number: texts.number(observers) });
}
