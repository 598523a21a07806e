import { ModelContractError } from './model-contract-error.js';

/** Throws `bad_output` unless there are `length` numbers and all are finite. */
export const requireFinite = (name: string, values: ArrayLike<number>, length: number): void => {
  if (values.length !== length) {
    throw new ModelContractError('bad_output', `${name}: expected ${length} numbers, found ${values.length}`);
  }
  for (let i = 0; i < length; i++) {
    if (!Number.isFinite(values[i])) {
      throw new ModelContractError('bad_output', `${name}: not all numbers are finite`);
    }
  }
};
