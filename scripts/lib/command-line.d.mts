import type { ParseArgsConfig } from 'node:util';

export declare class CommandLineError extends Error {
  readonly code: 'unknown_option' | 'missing_argument' | 'unexpected_argument' | 'invalid_value';
}

export interface Arguments {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

export interface Command {
  readonly options?: ParseArgsConfig['options'];
  /** Minimum and maximum number of arguments besides options; both are 0 by default. */
  readonly least?: number;
  readonly most?: number;
  /** Options that are whole numbers above 0. */
  readonly whole?: readonly string[];
  /** Allowed values of an option, by its name. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Allowed parts of a comma-separated option, which is returned as an array. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
}

/** @throws CommandLineError */
export declare function readArguments(args: readonly string[], command: Command): Arguments;

export declare function commandLine(command: Command & { readonly help: string }): Arguments;
