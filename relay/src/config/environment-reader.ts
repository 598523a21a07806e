import { resolve } from 'node:path';
import type { VariableName } from './config-variables.js';

/** Reads values and collects what is wrong with them. No message contains a value, because it may be a secret. */
export class EnvironmentReader {
  readonly problems: string[] = [];

  constructor(
    private readonly env: Readonly<Record<string, string | undefined>>,
    private readonly readFile: (path: string) => string,
  ) {}

  /** An empty value counts as not set, as in `PORT= npm start`; so does an empty file. */
  text(name: VariableName): string | undefined {
    const value = filled(this.env[name]);
    const path = filled(this.env[`${name}_FILE`]);
    if (path === undefined) return value;
    if (value !== undefined) {
      this.problems.push(`${name} and ${name}_FILE are both set: unset one of them`);
      return undefined;
    }
    try {
      return filled(this.readFile(path));
    } catch (error) {
      // The message of the system names the path and the reason, never what is in the file.
      this.problems.push(
        `${name}_FILE cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
      );
      return undefined;
    }
  }

  path(name: VariableName): string | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : resolve(value);
  }

  integer<F extends number | undefined>(
    name: VariableName,
    fallback: F,
    least: number,
    most: number,
  ): number | F {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    this.problems.push(`${name} must be a whole number from ${least} to ${most}`);
    return fallback;
  }

  choice<T extends string, F extends T | undefined>(
    name: VariableName,
    choices: readonly T[],
    fallback: F,
  ): T | F {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const chosen = choices.find((choice) => choice === value.toLowerCase());
    if (chosen === undefined) this.problems.push(`${name} must be one of: ${choices.join(', ')}`);
    return chosen ?? fallback;
  }

  /** `on` or `off`, which it is unless set. */
  isOn(name: VariableName): boolean {
    return this.choice(name, ['on', 'off'], 'off') === 'on';
  }

  /** Values separated by commas, or lines of a file. */
  list(name: VariableName, isValid: (text: string) => boolean, rule: string): readonly string[] | undefined {
    const values = this.text(name)
      ?.split(/[,\n]/)
      .map((value) => value.trim());
    if (values?.every(isValid) === false) this.problems.push(`${name} ${rule}`);
    return values;
  }

  /** `name=value,…`, percent-encoded where needed, as OpenTelemetry writes headers and attributes. */
  pairs(name: VariableName): Readonly<Record<string, string>> {
    const entries = (this.text(name) ?? '')
      .split(/[,\n]/)
      .filter((pair) => pair.trim() !== '')
      .map((pair) => pairOf(pair));
    const read = entries.filter((entry) => entry !== undefined);
    if (read.length < entries.length) this.problems.push(`${name} must look like name=value,name=value`);
    return Object.fromEntries(read);
  }

  matching(name: VariableName, isValid: (text: string) => boolean, rule: string): string | undefined {
    const value = this.text(name);
    if (value !== undefined && !isValid(value)) this.problems.push(`${name} ${rule}`);
    return value;
  }
}

const filled = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
};

const pairOf = (text: string): readonly [string, string] | undefined => {
  const at = text.indexOf('=');
  if (at < 1) return undefined;
  try {
    return [text.slice(0, at).trim(), decodeURIComponent(text.slice(at + 1).trim())];
  } catch {
    // A lone percent sign.
    return undefined;
  }
};
