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
  /** How many arguments there may be besides options; none by default. */
  readonly least?: number;
  readonly most?: number;
  /** Options that are whole numbers above 0. */
  readonly whole?: readonly string[];
  /** What an option may be, by its name. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** What the parts of an option with commas may be; it comes as an array. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
}

/** @throws CommandLineError */
export declare function readArguments(args: readonly string[], command: Command): Arguments;

export declare function commandLine(command: Command & { readonly help: string }): Arguments;
