import type { RelayProcess } from '../support/relay-process.js';
import type { Dice } from './dice.js';

/** What all attacks are made on. */
export interface Target {
  readonly relay: RelayProcess;
  /** The attacker's API key. */
  readonly key: string;
  /** The victim: a live stream of another organization, of which the attacker must see nothing. */
  readonly victim: { readonly sessionId: string; readonly handle: string };
}

/** One kind of bad input. */
export interface Attack {
  readonly name: string;
  /** How many cases run at a time. */
  readonly width: number;
  /** Makes one case. @returns what came of it, one of few words. @throws Finding */
  run(target: Target, dice: Dice): Promise<string>;
}

/** The relay did what it never should. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

/** Judges an answer over HTTP. @returns its status @throws Finding */
export const judge = async (response: Response, what: string): Promise<string> => {
  const text = await response.text();
  const { status } = response;
  const say = (problem: string): Finding =>
    new Finding(`${problem}: ${what} → ${status} ${text.slice(0, 300)}`);
  if (status >= 500 && status !== 503) throw say('a bug');
  if ((status === 429 || status === 503) && !response.headers.has('retry-after')) throw say('no Retry-After');
  // The library itself answers 431, in HTML.
  if (status >= 400 && status !== 431) {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    if (typeof error?.code !== 'string' || typeof error.message !== 'string') throw say('no error envelope');
  }
  return String(status);
};
