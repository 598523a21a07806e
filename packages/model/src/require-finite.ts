import { ModelContractError } from './model-contract-error.js';

/** Throws `bad_output` unless there are `length` numbers and all are finite. */
export function requireFinite(name: string, values: ArrayLike<number>, length: number): void {
  if (values.length !== length) {
    throw new ModelContractError('bad_output', `${name}: expected ${length} numbers, found ${values.length}`);
  }
  if (!Array.from(values).every(Number.isFinite)) {
    throw new ModelContractError('bad_output', `${name}: not all numbers are finite`);
  }
}
