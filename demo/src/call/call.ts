import {
  createSession,
  type EndedInfo,
  type PageEnvironment,
  type SessionOptions,
  type SourceOptions,
  type UndertoneSession,
} from '@undertone/client';
import { element } from '../desk/element.js';
import { fetchDemoToken, type TokenSource } from './token-source.js';

/** Where the build put the client's own files. */
export const ASSETS = {
  worklet: '/undertone/worklet.js',
  transportWorker: '/undertone/transport.worker.js',
  vadBase: '/undertone/vad/',
} as const;

/** What a call is made of; all but the sources has a default. */
export interface CallOptions {
  readonly sources: readonly SourceOptions[];
  /** When the caller was told and agreed. */
  readonly disclosedAt: Date;
  readonly getToken?: TokenSource;
  readonly environment?: PageEnvironment;
}

/** The session of one call, with the demo's settings. The options below are all an integration has to decide. */
export function callSession(options: CallOptions): UndertoneSession {
  const settings: SessionOptions = {
    getToken: options.getToken ?? ((context) => fetchDemoToken(context)),
    sources: options.sources,
    vertical: 'contact_center',
    source: 'demo',
    assets: ASSETS,
    consent: {
      basis: 'consent',
      scope: ['emotion'],
      disclosedAt: options.disclosedAt.toISOString(),
    },
    // Results often enough for a screen, with everything the panel shows.
    outputs: { intervalMs: 250, probabilities: true, prosody: true },
    steering: { enabled: true },
    // Cues come from the relay in the panel's language.
    metadata: { language: element('panel-language', HTMLSelectElement).value },
  };
  return createSession(settings, options.environment);
}

/** A finished call in a few facts; empty when the relay could not be asked any more. */
export function summaryFacts(info: EndedInfo): readonly (readonly [string, string])[] {
  const { summary } = info;
  if (summary === undefined) return [];
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
  const peak = summary.summary.peakEscalationRisk;
  const facts: [string, string | undefined][] = [
    ['Length', `${Math.round(summary.durationS)} s`],
    ['Utterances', String(summary.utteranceCount)],
    ['Mostly', summary.summary.dominantEmotion],
    ['At the end', summary.finalEmotion],
    ['Highest escalation', peak === undefined ? undefined : percent.format(peak)],
    ['Course', summary.emotionTrajectory.join(' → ') || undefined],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}
