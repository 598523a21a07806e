import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import type { AnalysisResult } from '../analysis/analysis.js';

/** One recording and its outcome. */
export type Line =
  | { readonly file: string; readonly result: AnalysisResult }
  | { readonly file: string; readonly error: { readonly code: string; readonly message: string } };

export const FORMATS = ['table', 'json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export interface ReportOptions {
  readonly format: Format;
  /** Whether the course of each recording stands below it. JSON always has it. */
  readonly segments?: boolean;
  readonly color: boolean;
}

/** The results as a table for people, as JSON, or as CSV for a spreadsheet. */
export const formatReport = (
  lines: readonly Line[],
  { format, segments = false, color }: ReportOptions,
): string => {
  switch (format) {
    case 'json':
      return `${JSON.stringify(lines.map(toJson), null, 2)}\n`;
    case 'csv':
      return stringify(
        lines.flatMap((line) => [toRecord(line), ...(segments ? segmentRecords(line) : [])]),
        { header: true, columns: segments ? [...COLUMNS, ...PLACE] : [...COLUMNS], escape_formulas: true },
      );
    case 'table':
      return `${toTable(lines, segments, color)}\n`;
    default:
      throw new Error(`no such format: ${String(format satisfies never)}`);
  }
};

const toJson = (line: Line): object =>
  'result' in line ? { file: line.file, ...line.result } : { file: line.file, error: line.error };

const COLUMNS = [
  'file',
  'duration',
  'emotion',
  'confidence',
  'uncertain',
  'valence',
  'arousal',
  'dominance',
  'pitch_mean',
  'speech_rate',
  'state',
  'error',
] as const;

/** Of a segment, and empty in the row of a recording. */
const PLACE = ['channel', 'start', 'end'] as const;

const segmentRecords = (line: Line): object[] =>
  segmentsIn(line).map(({ channel, start, end, ...heard }) => ({
    file: line.file,
    duration: end - start,
    ...heard,
    channel,
    start,
    end,
  }));

const toRecord = (line: Line): Record<(typeof COLUMNS)[number], unknown> => {
  const result: Partial<AnalysisResult> = 'result' in line ? line.result : {};
  return {
    file: line.file,
    duration: result.duration,
    emotion: result.emotion,
    confidence: result.confidence,
    uncertain: result.uncertain,
    valence: result.valence,
    arousal: result.arousal,
    dominance: result.dominance,
    pitch_mean: result.prosody?.pitch.mean,
    speech_rate: result.prosody?.rhythm.speech_rate,
    state: result.state,
    error: 'error' in line ? line.error.code : undefined,
  };
};

const toTable = (lines: readonly Line[], segments: boolean, color: boolean): string => {
  const table = new Table({
    head: ['file', 's', 'emotion', 'conf.', 'valence', 'arousal', 'pitch Hz', 'state'],
    colAligns: ['left', 'right', 'left', 'right', 'right', 'right', 'right', 'left'],
    style: color
      ? { head: ['bold'], border: ['grey'], compact: true }
      : { head: [], border: [], compact: true },
  });
  for (const line of lines) {
    if (!('result' in line)) continue;
    table.push(toRow(line.file, line.result));
    for (const turn of line.result.turns ?? []) table.push(turnRow(turn));
    if (segments) for (const segment of segmentsIn(line)) table.push(segmentRow(segment));
  }
  // Errors go below the table, because a sentence in a cell would widen every column.
  const failures = lines.flatMap((line) =>
    'error' in line ? [`${line.file}: ${line.error.message} (${line.error.code})`] : [],
  );
  const parts = table.length > 0 ? [table.toString()] : [];
  return [...parts, ...(failures.length > 0 ? [`${failures.length} failed:`, ...failures] : [])].join('\n');
};

const toRow = (file: string, result: AnalysisResult): string[] => [
  file,
  fixed(result.duration, 1),
  labelOf(result),
  fixed(result.confidence, 2),
  fixed(result.valence, 2),
  fixed(result.arousal, 2),
  fixed(result.prosody?.pitch.mean, 0),
  result.state ?? '–',
];

type Turn = NonNullable<AnalysisResult['turns']>[number];

/** A turn stands below its recording, by who speaks and from when. */
const turnRow = ({ speaker, start, end, ...turn }: Turn): string[] => [
  `  ${start.toFixed(1)} s ${speaker.label}`,
  fixed(end - start, 1),
  labelOf(turn),
  fixed(turn.confidence, 2),
  fixed(turn.valence, 2),
  fixed(turn.arousal, 2),
  fixed(turn.prosody?.pitch.mean, 0),
  '',
];

type Segment = NonNullable<AnalysisResult['segments']>[number];

const segmentsIn = (line: Line): readonly Segment[] => ('result' in line ? (line.result.segments ?? []) : []);

const segmentRow = ({ channel, start, end, ...heard }: Segment): string[] => [
  `  ${start.toFixed(1)} s${channel > 0 ? ` channel ${channel + 1}` : ''}`,
  fixed(end - start, 1),
  labelOf(heard),
  fixed(heard.confidence, 2),
  fixed(heard.valence, 2),
  fixed(heard.arousal, 2),
  '',
  '',
];

/** A label below the model's floor is shown, and marked. */
const labelOf = ({ emotion, uncertain }: Pick<AnalysisResult, 'emotion' | 'uncertain'>): string =>
  `${emotion ?? '–'}${uncertain === true && emotion !== 'uncertain' ? ' (uncertain)' : ''}`;

const fixed = (value: number | null | undefined, digits: number): string => value?.toFixed(digits) ?? '–';
