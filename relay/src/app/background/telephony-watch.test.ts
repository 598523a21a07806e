import { expect, it } from 'vitest';
import { TelephonyAccountsError } from '../../domain/telephony/telephony-accounts.js';
import { TelephonyWatch } from './telephony-watch.js';

const account = (token: string) => ({
  organization: 'org_a',
  account_sid: `AC${'0'.repeat(32)}`,
  auth_token: token,
});
const OLD = 'a'.repeat(32);
const NEW = 'b'.repeat(32);

/** A watch over a file that tests write. */
const watched = async (text: string) => {
  const file = { text: text as string | Error };
  const said: string[] = [];
  const note = (level: string) =>
    ((_: object, words: string) => void said.push(`${level} ${words}`)) as never;
  const watch = await TelephonyWatch.open(
    () => (file.text instanceof Error ? Promise.reject(file.text) : Promise.resolve(file.text)),
    { info: note('info'), error: note('error') },
  );
  const tokens = () => watch.accounts.twilio.map(({ authTokens }) => authTokens);
  return { file, said, watch, tokens };
};

it('accounts that change in the file hold without a restart', async () => {
  const { file, said, watch, tokens } = await watched(JSON.stringify({ twilio: [account(OLD)] }));
  expect(tokens()).toEqual([[OLD]]);
  await watch.check();
  expect(said).toEqual([]);
  file.text = JSON.stringify({ twilio: [account(NEW)] });
  await watch.check();
  expect(tokens()).toEqual([[NEW]]);
  expect(said).toEqual(['info the telephony accounts were read again']);
});

it('a file that cannot be used, or is gone for a moment, changes nothing and is told of once', async () => {
  const { file, watch, tokens } = await watched(JSON.stringify({ twilio: [account(OLD)] }));
  for (const broken of ['{"twilio":', new Error('ENOENT'), '{"twilio": 1}']) {
    file.text = broken;
    await expect(watch.check()).rejects.toThrow(TelephonyAccountsError);
    await watch.check();
    expect(tokens()).toEqual([[OLD]]);
  }
  file.text = JSON.stringify({ twilio: [] });
  await watch.check();
  expect(tokens()).toEqual([]);
});

it('a relay does not start with a file that cannot be used', async () => {
  await expect(watched('{')).rejects.toThrow(TelephonyAccountsError);
});
