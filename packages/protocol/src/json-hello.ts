/** The short form of a hello: one `encoding` for all channels, and `channels` as their number (rule RT98). */
import { ProtocolError } from './errors.js';
import { maxChannels } from './limits.js';

type Bag = Record<string, unknown>;

const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const channelList = (channels: unknown): unknown => {
  if (typeof channels !== 'number') return channels ?? [{}];
  if (Number.isInteger(channels) && channels >= 1 && channels <= maxChannels) {
    return Array.from({ length: channels }, () => ({}));
  }
  throw new ProtocolError(
    'validation_error',
    `channels must be a list, or a whole number from 1 to ${maxChannels}`,
    'channels',
  );
};

/** The same hello with a list of channels, each with its encoding. */
export const helloWithChannels = (json: Bag): Bag => {
  const { encoding, ...rest } = json;
  if (encoding === undefined || encoding === null) {
    return typeof json['channels'] === 'number' ? { ...json, channels: channelList(json['channels']) } : json;
  }
  if (typeof encoding !== 'string') {
    throw new ProtocolError('validation_error', 'encoding must be a string', 'encoding');
  }
  const channels = channelList(json['channels']);
  if (!Array.isArray(channels)) return { ...rest, channels };
  const named = channels.map((channel: unknown) => (isBag(channel) ? { encoding, ...channel } : channel));
  return { ...rest, channels: named.length > 0 ? named : [{ encoding }] };
};
