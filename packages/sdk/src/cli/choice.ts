import { CliError } from './cli-error.js';

/** @throws CliError that lists the choices */
export const oneOf = <T extends string>(option: string, value: string, choices: readonly T[]): T => {
  const chosen = choices.find((choice) => choice === value);
  if (chosen === undefined) throw new CliError(`${option} must be one of: ${choices.join(', ')}`);
  return chosen;
};
