import { CLOSE, ERROR_CODES, type ErrorCode } from '@undertone/protocol';
import { expect, it } from 'vitest';
import { closeError } from './close-policy.js';

it.each(Object.values(CLOSE).flatMap(({ code, name }) => (name in ERROR_CODES ? [{ code, name }] : [])))(
  'close $code is as retryable as the error of its name',
  ({ code, name }) => {
    const error = closeError({ code, reason: '' });
    expect(error).toMatchObject({
      code: name,
      family: 'relay',
      retryable: ERROR_CODES[name as ErrorCode].retryable,
    });
  },
);
