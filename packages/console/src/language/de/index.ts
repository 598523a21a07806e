import { account } from './account.js';
import { call } from './call.js';
import { calls } from './calls.js';
import { figures } from './figures.js';
import { live } from './live.js';
import { people } from './people.js';
import { playground } from './playground.js';
import { rules } from './rules.js';
import { settings } from './settings.js';
import { shell } from './shell.js';
import { webhooks } from './webhooks.js';

/** German. Its keys are all texts of the console, so that a text without a translation does not compile. */
export const de = {
  ...account,
  ...call,
  ...calls,
  ...figures,
  ...live,
  ...people,
  ...playground,
  ...rules,
  ...settings,
  ...shell,
  ...webhooks,
};

/** A text of the console, as it is in English. */
export type Text = keyof typeof de;
/** The texts of another language. */
export type Catalogue = Readonly<Record<Text, string>>;
