import type { z } from 'zod';
import { SessionFault } from '../../../domain/live/session-fault.js';

/**
 * Reads a vendor's message.
 * @param message what its JSON says
 * @throws SessionFault `protocol_error` that names the field
 */
export const readShape = <T extends z.ZodType>(message: unknown, schema: T): z.infer<T> => {
  const read = schema.safeParse(message);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const param = issue?.path.map(String).join('.') ?? '';
  throw new SessionFault(
    'protocol_error',
    `${param === '' ? 'the message' : param}: ${issue?.message ?? 'wrong'}`,
    {
      ...(param !== '' && { param }),
    },
  );
};

/** @throws SessionFault `protocol_error` */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SessionFault('protocol_error', 'the message is not JSON', { cause });
  }
};
