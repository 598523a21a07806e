import { defaultChannelId } from '../call/channel-id.js';
import {
  LIMITS,
  WIRE_ENCODINGS,
  type Channel,
  type Encoding,
  type SessionHello,
  type WarningCode,
  type WireEncoding,
} from '@undertone/protocol';
import type { StreamAuth } from '../accounts/stream-auth.js';
import { isLineName, LINE_CHARACTERS, lineOfKey } from '../lines/line-name.js';
import { unsupportedEncoding } from './audio-encoding.js';
import { type SessionChannel, type SessionConfig, type SessionSubject } from './session-config.js';
import { SessionFault } from './session-fault.js';
import { coversTellingApart } from '../speakers/voice-consent.js';
import { readPrivacy } from './feature-only.js';
import { name, optionsFor, readOptions, within } from './session-options.js';
import { defined } from '../defined.js';

/** W3C Trace Context §3.2. Anything else is ignored, as the specification asks. */
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The sample rate of a channel when neither the channel nor the hello gives one. */
const DEFAULT_RATE_HZ = 16_000;

export interface AcceptedHello {
  config: SessionConfig;
  /** Warnings to send once the session is ready. */
  warnings: { code: WarningCode; message: string; detail: Record<string, string> }[];
}

/** The page cannot choose another model than the token's. @throws SessionFault */
const readModel = (wanted: string | undefined, bound: string | undefined): string | undefined => {
  if (bound !== undefined && wanted !== undefined && wanted !== bound) {
    throw new SessionFault('forbidden', 'the token names another model', { param: 'model' });
  }
  return bound ?? (wanted === undefined ? undefined : name(wanted, 'model', 128));
};

/** A token's line binds the page. A stream that names none is on its API key's. @throws SessionFault */
const readLine = (
  wanted: string | undefined,
  { claims, defaults, keyId }: StreamAuth,
): string | undefined => {
  if (wanted === undefined)
    return claims.line ?? defaults?.line ?? (keyId === undefined ? undefined : lineOfKey(keyId));
  if (!isLineName(wanted)) {
    const message = `line must be 1 to ${LINE_CHARACTERS} characters of well-formed text`;
    throw new SessionFault('validation_error', message, { param: 'line' });
  }
  if (claims.line === undefined || claims.line === wanted) return wanted;
  throw new SessionFault('forbidden', 'the token names another line', { param: 'line' });
};

/**
 * Reads the first message of a session.
 * @throws SessionFault with code and field when the relay cannot serve the hello
 */
export const readHello = (hello: SessionHello, auth: StreamAuth): AcceptedHello => {
  readVersion(hello.protocolVersion);
  const options = readOptions(optionsFor(auth), hello, auth.claims);
  const metadata = { ...options.metadata, ...auth.claims.metadata };
  const channels = listChannels(hello).map((channel, index) =>
    readChannel(channel, index, hello.sampleRate, auth),
  );
  if (new Set(channels.map(({ id }) => id)).size !== channels.length) {
    throw new SessionFault('validation_error', 'channels must have different ids', { param: 'channels' });
  }
  requireNoVoicesName(channels);
  requireConsent(channels, options.consent?.basis);
  const { client, source, traceparent } = hello;
  const privacy = readPrivacy(hello, auth, { channels, consent: options.consent });
  const model = readModel(hello.model, auth.claims.model);
  const given = readLine(hello.line, auth);
  // Nothing is learned of a line that is not heard.
  const line = privacy.privacy === undefined ? given : undefined;
  const config: SessionConfig = {
    ...options,
    metadata,
    channels,
    language: name(metadata['language'] ?? auth.policy.language, 'metadata.language', 35),
    ...defined({ model, line }),
    ...privacy,
    ...(source !== undefined && { source: name(source, 'source') }),
    ...(client !== undefined && {
      client: {
        ...(client.sdk !== undefined && { sdk: name(client.sdk, 'client.sdk') }),
        ...(client.version !== undefined && { version: name(client.version, 'client.version') }),
        ...(client.runtime !== undefined && { runtime: name(client.runtime, 'client.runtime', 256) }),
      },
    }),
    ...(traceparent !== undefined && TRACEPARENT.test(traceparent) && { traceparent }),
  };
  return { config, warnings: warningsFor(config) };
};

/** No channel may have an id that a voice of a mixed channel could get. */
const requireNoVoicesName = (channels: readonly SessionChannel[]): void => {
  const stems = channels.flatMap(({ id, mixed }) => (mixed === true ? [`${id}_s`] : []));
  const like = channels.findIndex(({ id }) =>
    stems.some((stem) => id.startsWith(stem) && /^\d+$/.test(id.slice(stem.length))),
  );
  if (like < 0) return;
  throw new SessionFault('validation_error', 'the id is that of a voice of another channel, which is mixed', {
    param: `channels[${like}].id`,
  });
};

const readVersion = (version: number | undefined): void => {
  if (version === undefined || version === LIMITS.protocolVersion) return;
  throw new SessionFault(
    'version_unsupported',
    `this relay speaks protocol version ${LIMITS.protocolVersion}`,
    { param: 'protocol_version' },
  );
};

const listChannels = (hello: SessionHello): readonly Channel[] => {
  if (hello.channels.length > LIMITS.maxChannels) {
    throw new SessionFault('validation_error', `a session has at most ${LIMITS.maxChannels} channels`, {
      param: 'channels',
    });
  }
  if (hello.channels.length > 0) return hello.channels;
  if (hello.sampleRate !== undefined) return [{}];
  throw new SessionFault('validation_error', 'channels or sample_rate is required', { param: 'channels' });
};

/** Voices are stored as object fields under the channel's id, and an object cannot have its own field `__proto__`. */
const channelId = (id: string, param: string): string => {
  if (id !== '__proto__') return name(id, param);
  throw new SessionFault('validation_error', 'the id is not allowed', { param });
};

const readChannel = (
  channel: Channel,
  index: number,
  commonRate: number | undefined,
  auth: StreamAuth,
): SessionChannel => {
  const at = (field: string): string => `channels[${index}].${field}`;
  const subject = readSubject(channel.subject, auth, at('subject'));
  return {
    id: channel.id === undefined ? defaultChannelId(index) : channelId(channel.id, at('id')),
    subject,
    encoding: readEncoding(channel.encoding ?? 'pcm_s16le', at('encoding')),
    sampleRate: within(
      channel.sampleRate ?? commonRate ?? DEFAULT_RATE_HZ,
      LIMITS.sampleRateHz,
      channel.sampleRate === undefined ? 'sample_rate' : at('sample_rate'),
    ),
    frameMs: within(channel.frameMs ?? LIMITS.frameMs.default, LIMITS.frameMs, at('frame_ms')),
    analyse: subject !== 'agent' || auth.agentAnalysis,
    ...(channel.mixed === true && { mixed: true }),
  };
};

const readEncoding = (encoding: Encoding, param: string): WireEncoding => {
  const known = WIRE_ENCODINGS.find((candidate) => candidate === encoding);
  if (known !== undefined) return known;
  throw unsupportedEncoding(param);
};

const readSubject = (given: Channel['subject'], auth: StreamAuth, param: string): SessionSubject => {
  if (given === 'unspecified') {
    throw new SessionFault('validation_error', `${param} must be customer, agent, self or unknown`, {
      param,
    });
  }
  const subject = given ?? auth.policy.defaultSubject;
  if (subject === 'unknown' && auth.policy.workplacePolicy && !auth.policy.noEmployeesRecorded) {
    throw new SessionFault(
      'policy_blocked',
      'subject unknown needs the organization’s declaration that no employees are recorded',
      { param },
    );
  }
  return subject;
};

/** Nobody's own voice is analyzed without their acknowledgement. @throws SessionFault `policy_blocked` */
export const requireConsent = (channels: readonly SessionChannel[], basis: string | undefined): void => {
  const self = channels.findIndex(({ subject }) => subject === 'self');
  if (self < 0 || basis !== undefined) return;
  throw new SessionFault(
    'policy_blocked',
    'subject self needs the person’s acknowledgement in consent.basis',
    {
      param: `channels[${self}].subject`,
    },
  );
};

const warningsFor = (config: SessionConfig): AcceptedHello['warnings'] => {
  const warnings: AcceptedHello['warnings'] = [];
  config.channels.forEach((channel, index) => {
    if (channel.analyse) return;
    warnings.push({
      code: 'agent_analysis_off',
      message: 'the policy does not allow analyzing agents; this channel is not analyzed',
      detail: { channel: String(index) },
    });
  });
  config.channels.forEach((channel, index) => {
    if (channel.mixed !== true || coversTellingApart(config.consent?.scope)) return;
    warnings.push({
      code: 'consent_missing',
      message: 'telling voices apart needs a consent with the scope diarization or voiceprint',
      detail: { channel: String(index) },
    });
  });
  if (config.consent === undefined && config.channels.some(({ analyse }) => analyse)) {
    warnings.push({
      code: 'consent_missing',
      message: 'the hello states no consent; the people recorded must have been informed',
      detail: {},
    });
  }
  return warnings;
};
