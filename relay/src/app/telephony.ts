import { readFile } from 'node:fs/promises';
import {
  NO_TELEPHONY_ACCOUNTS,
  readTelephonyAccounts,
  type TelephonyAccounts,
  TelephonyAccountsError,
} from '../domain/telephony/telephony-accounts.js';

/**
 * Reads the file that `UNDERTONE_TELEPHONY` names.
 * @throws TelephonyAccountsError
 */
export const loadTelephonyAccounts = async (file: string | undefined): Promise<TelephonyAccounts> => {
  if (file === undefined) return NO_TELEPHONY_ACCOUNTS;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TelephonyAccountsError([`UNDERTONE_TELEPHONY cannot be read: ${reason}`]);
  }
  return readTelephonyAccounts(text);
};
