import { LIMITS } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws SessionFault `payload_too_large` */
export const checkSize = (data: ArrayBuffer): void => {
  if (data.byteLength <= LIMITS.messageBytes) return;
  throw new SessionFault('payload_too_large', `a message holds at most ${LIMITS.messageBytes} bytes`);
};

/** @throws SessionFault `protocol_error` */
export const readText = (data: ArrayBuffer): string => {
  try {
    return utf8.decode(data);
  } catch (cause) {
    throw new SessionFault('protocol_error', 'the message is not UTF-8', { cause });
  }
};
