import type { LineBook } from '../lines/line-book.js';
import type { ChannelKnowledge, LineKnowledge } from '@undertone/hearing';
import type { AnalysisOrder } from './analysis-order.js';
import { defined } from '../defined.js';

/** What recordings need of the lines. */
export type BookOfLines = Pick<LineBook, 'open' | 'learn' | 'growth' | 'join'>;

/** What was known of a line when a recording on it began. */
export interface LineHeard {
  readonly began: LineKnowledge | undefined;
}

/** What is known of a recording's line, and how that line learns from it, if it does. */
export interface RecordingLine extends LineHeard {
  readonly learn?: (now: ChannelKnowledge) => Promise<void>;
}

/** A recording that is on no line is judged by itself alone, so that it always gets the same answer. */
export const lineOf = async (
  lines: BookOfLines | undefined,
  { id, payer, request, linkTo, heardOn }: AnalysisOrder,
): Promise<RecordingLine | undefined> => {
  const { line, sessionId = linkTo } = request;
  if (lines === undefined) return undefined;
  if (line === undefined) return heardOn;
  const call = { orgId: payer.organization.id, line, callId: id, ...defined({ sessionId }) };
  const { began } = heardOn ?? { began: await lines.open(call) };
  return { began, learn: (now) => lines.learn(call, began, now) };
};

/** A part of a recording is heard on its line, which the whole has taught already. */
export const onSameLine = (line: RecordingLine | undefined): RecordingLine | undefined =>
  line && { began: line.began };
