import {
  createSession,
  type PageEnvironment,
  type SessionOptions,
  type SourceOptions,
  type UndertoneSession,
} from '@undertone/client';
import { element } from '../desk/element.js';
import { fetchDemoToken, type TokenSource } from './token-source.js';

/** Where the build puts the client's own files. */
export const ASSETS = '/undertone/';

/** The parts of a call. The token source and the environment have defaults. */
export interface CallOptions {
  readonly sources: readonly SourceOptions[];
  /** When the caller was informed and agreed. */
  readonly disclosedAt: Date;
  readonly getToken?: TokenSource;
  readonly environment?: PageEnvironment;
}

/** The session of one call, with the demo's settings. An integration decides only the options below. */
export const callSession = (options: CallOptions): UndertoneSession => {
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
    // Results frequent enough for a screen, with everything the panel shows.
    outputs: { intervalMs: 250, probabilities: true, prosody: true },
    steering: { enabled: true },
    // The relay sends cues in the panel's language. The supervisor's list shows the name.
    metadata: {
      language: element('panel-language', HTMLSelectElement).value,
      name: element('call-title', HTMLHeadingElement).textContent,
    },
  };
  return createSession(settings, options.environment);
};
