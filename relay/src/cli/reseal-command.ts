import { keptTokenSecrets, sealingKeys, type Several } from '../config/kept-secrets.js';
import { type Resealed, reseal } from '../storage/secrets/reseal.js';
import { mustExist, StoreError, type StoreInput, type StoreOptions, withStore } from './store.js';

/** `reseal`. @throws StoreError when there is no key, or when something stored opens with none of them */
export const runReseal = async (_: StoreInput, options: StoreOptions): Promise<void> => {
  await mustExist(options);
  const keys = await keysOf(options);
  const { webhooks, templates, baselines } = await withStore(options, ({ queries }) => reseal(queries, keys));
  const told: readonly (readonly [string, Resealed])[] = [
    ['webhook secrets', webhooks],
    ['voices', templates],
    ['baselines of voices', baselines],
  ];
  for (const [what, { anew, already, unreadable }] of told) {
    options.print(`${what}: ${anew} sealed anew, ${already} sealed with the first key before`);
    options.print(unreadable === 0 ? '\n' : `, ${unreadable} that no key opens\n`);
  }
  if (told.some(([, { unreadable }]) => unreadable > 0)) {
    throw new StoreError(
      'some stored secrets stay as they are: add the key that opens them to UNDERTONE_SECRETS_KEY, after the first one, and run this again',
    );
  }
  options.print('No key but the first one is needed any more to open what is stored.\n');
};

const keysOf = async ({ secretsKeys, tokenSecrets, dataDir }: StoreOptions): Promise<Several<Uint8Array>> => {
  const chosen = tokenSecrets?.map((text) => Buffer.from(text, 'utf8'));
  const [first, ...others] = chosen ?? (await keptTokenSecrets(dataDir));
  if (first !== undefined) return sealingKeys(secretsKeys, [first, ...others]);
  const [key, ...older] = (secretsKeys ?? []).map((text) => Buffer.from(text, 'utf8'));
  if (key === undefined)
    throw new StoreError('there is no key to seal with: set UNDERTONE_SECRETS_KEY as the relay has it');
  return [key, ...older];
};
