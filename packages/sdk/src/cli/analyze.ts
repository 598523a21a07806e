import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { type AnalysisResult, type AnalyzeSettings, FEATURES, VERTICALS } from '../analysis/analysis.js';
import { forMany } from '../analysis/analyze-many.js';
import { UndertoneError, ValidationError } from '../http/errors.js';
import type { Undertone } from '../undertone.js';
import { oneOf } from './choice.js';
import { CliError } from './cli-error.js';
import { connect } from './connection.js';
import { FORMATS, formatReport, type Line, type ReportOptions } from './report.js';

export const ANALYZE_HELP = `Emotion and prosody of recordings.

Usage: undertone analyze FILE... [options]

WAV, MP3, OGG, WebM, FLAC and M4A, up to 25 MB each; - reads one from standard input.

Options
  --vertical NAME       ${VERTICALS.join(', ')}
  --diarize             tells who speaks when: turns and speakers
  --segments            tells how each recording went, stretch by stretch (table and csv; json always does)
  --session ID          ties recordings of one conversation together
  --features LIST       of ${FEATURES.join(', ')}, separated by commas
  --format FORMAT       ${FORMATS.join(', ')} [table on a terminal, json otherwise]
  --output FILE         writes the results there
  --concurrency N       recordings at the same time [4]
  --no-progress         draws no bar

Ends with 1 when a recording failed; the others are reported all the same.
`;

/** `undertone analyze`. @returns the exit code */
export const analyze = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      vertical: { type: 'string' },
      features: { type: 'string' },
      diarize: { type: 'boolean', default: false },
      segments: { type: 'boolean', default: false },
      session: { type: 'string' },
      format: { type: 'string', default: process.stdout.isTTY ? 'table' : 'json' },
      output: { type: 'string' },
      concurrency: { type: 'string', default: '4' },
      'no-progress': { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0) throw new CliError('name at least one file: undertone analyze call.wav');
  const format = oneOf('--format', values.format, FORMATS);
  const features = values.features?.split(',').map((name) => oneOf('--features', name.trim(), FEATURES));
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 50)
    throw new CliError('--concurrency must be a whole number from 1 to 50');
  const settings = {
    ...(values.vertical !== undefined && { vertical: oneOf('--vertical', values.vertical, VERTICALS) }),
    ...(features !== undefined && { features }),
    ...(values.diarize && { diarize: true }),
    ...(values.session !== undefined && { session_id: values.session }),
  };
  const undertone = connect();
  const lines = await runAll(undertone, positionals, settings, concurrency, !values['no-progress']);
  await report(lines, { format, segments: values.segments }, values.output);
  return lines.every((line) => 'result' in line) ? 0 : 1;
};

const runAll = async (
  undertone: Undertone,
  files: readonly string[],
  settings: AnalyzeSettings,
  concurrency: number,
  progress: boolean,
): Promise<Line[]> => {
  // The progress bar goes to stderr, so that stdout holds only results.
  const bar = progress && process.stderr.isTTY ? new SingleBar(BAR) : undefined;
  bar?.start(files.length, 0, { failed: 0 });
  try {
    const outcomes = await forMany(files, (file) => analyzeFile(undertone, file, settings), {
      concurrency,
      onProgress: ({ done, failed }) => bar?.update(done, { failed }),
    });
    return outcomes.map((outcome) =>
      'result' in outcome
        ? { file: outcome.item, result: outcome.result }
        : { file: outcome.item, error: describe(outcome.error) },
    );
  } finally {
    bar?.stop();
  }
};

const BAR = {
  format: 'analyzing {bar} {value}/{total}, {failed} failed, {eta_formatted} left',
  barCompleteChar: '█',
  barIncompleteChar: '░',
  hideCursor: true,
  clearOnComplete: true,
  stream: process.stderr,
};

const analyzeFile = async (
  undertone: Undertone,
  file: string,
  settings: AnalyzeSettings,
): Promise<AnalysisResult> => {
  const audio = file === '-' ? await readStdin() : await openAsBlob(file);
  return undertone.analyze({ audio, filename: basename(file), ...settings });
};

const readStdin = async (): Promise<Blob> => {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return new Blob(chunks);
};

const describe = (error: unknown): { code: string; message: string } => {
  if (error instanceof UndertoneError) return { code: error.code, message: withDetails(error) };
  // openAsBlob does not report why it failed.
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return { code: 'unreadable_file', message: 'this file cannot be read' };
  }
  throw error;
};

/** Adds the relay's details about each wrong parameter to the message. */
const withDetails = (error: UndertoneError): string => {
  if (!(error instanceof ValidationError)) return error.message;
  const problems = Object.entries(error.details ?? {}).map(
    ([parameter, messages]) => `${parameter} ${Array.isArray(messages) ? messages.join(', ') : ''}`,
  );
  return [error.message, ...problems].join('; ');
};

const report = async (
  lines: readonly Line[],
  shown: Pick<ReportOptions, 'format' | 'segments'>,
  output: string | undefined,
): Promise<void> => {
  const text = formatReport(lines, { ...shown, color: output === undefined && process.stdout.isTTY });
  if (output === undefined) process.stdout.write(text);
  else await writeFile(output, text);
};
