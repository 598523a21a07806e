import type { ConnectionName } from '../session/session-like.js';
import { LATE_MS } from '../state/call-state.js';
import type { Silence } from '../state/lost-sound.js';
import type { Texts } from '../text/texts.js';

/** Whether a voice is being analyzed at this moment. */
export type AnalysisState = 'on' | 'waiting' | 'late' | 'silent' | 'paused' | 'off' | 'interrupted';

/** The input of the status element. */
export interface Status {
  readonly connection: ConnectionName;
  /** Why the session failed, or why the relay ended it, as the client's or relay's code. */
  readonly code: string | undefined;
  /** How far results are behind the speech. */
  readonly lagMs: number;
  /** Whether the relay has shown that it analyzes: a link alone brings no results. */
  readonly isAnswered: boolean;
  /** Whose sound is missing, and why. */
  readonly silence: Silence | undefined;
  /** Whether it is somebody else's call: whether their page keeps the audio is not known here. */
  readonly isWatched: boolean;
  /** Whether analysis is paused, also while the link is down. */
  readonly isHeld: boolean;
}

/** What the status element shows. */
export interface StatusView {
  readonly analysis: AnalysisState;
  readonly analysisText: string;
  readonly connectionText: string;
  /** What to do after a failure or a loss of sound; empty otherwise. */
  readonly advice: string;
  /** The code behind the advice, for whoever helps the agent; empty where the sentence says it all, as of a lost sound. */
  readonly code: string;
}

/**
 * Says whether analysis is on: whether results come, and in time. While the link is down, the client keeps the audio and it is analyzed later, so the notice
 * that the law requires stays. In a pause, and without sound, there is nothing to analyze or to keep.
 */
export const analysisState = ({
  connection,
  silence,
  isHeld,
  isAnswered,
  lagMs,
}: Omit<Status, 'code'>): AnalysisState => {
  const isSilent = silence?.isWhole === true;
  switch (connection) {
    case 'live':
      if (isSilent) return 'silent';
      if (!isAnswered) return 'waiting';
      return lagMs > LATE_MS ? 'late' : 'on';
    case 'reconnecting':
      if (isHeld) return 'paused';
      return isSilent ? 'silent' : 'interrupted';
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
};

/** Puts the state of a call into words. */
export const statusView = (status: Status, texts: Texts): StatusView => {
  const analysis = analysisState(status);
  return {
    analysis,
    analysisText: texts.text(`analysis.${analysis}`),
    connectionText: connectionText(status, analysis, texts),
    ...advice(status, analysis, texts),
  };
};

/** Whether the analysis ended without the page: the call itself may go on. */
export const isStopped = ({ connection, code }: Pick<Status, 'connection' | 'code'>): boolean =>
  connection === 'ended' && code !== undefined;

const connectionText = (status: Status, analysis: AnalysisState, texts: Texts): string => {
  const { connection, lagMs, isWatched } = status;
  if (isStopped(status)) return texts.text('connection.failed');
  if (analysis === 'late') return texts.text('connection.late', { seconds: texts.number(lagMs / 1000) });
  if (connection === 'reconnecting' && (isWatched || analysis !== 'interrupted'))
    return texts.text('connection.away');
  return texts.text(`connection.${connection}`);
};

const advice = (
  { connection, code, silence }: Status,
  analysis: AnalysisState,
  texts: Texts,
): Pick<StatusView, 'advice' | 'code'> => {
  const isOver = connection === 'failed' || isStopped({ connection, code });
  const problem = isOver ? (code ?? '') : analysis === 'off' ? undefined : silence?.code;
  if (problem === undefined) return { advice: '', code: '' };
  const known = texts.textOr(`failure.${problem}`, '');
  const isExplained = known !== '' && !isOver;
  return {
    advice: known === '' ? texts.text('failure.other') : known,
    code: isExplained ? '' : texts.text('failure.code', { code: problem || '–' }),
  };
};

/** How many people watch, in words. */
export const observersText = (observers: number, texts: Texts): string =>
  observers === 1
    ? texts.text('observers.one')
    : texts.text('observers.many', { number: texts.number(observers) });
