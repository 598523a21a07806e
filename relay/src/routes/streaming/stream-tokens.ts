import { z } from 'zod';
import type { StreamClaims } from '../../domain/accounts/stream-auth.js';
import type { Organization } from '../../domain/accounts/organization.js';
import { TokenError } from '../../domain/tokens/stream-token.js';
import {
  type IssuedStreamToken,
  type StreamTokenIssuer,
  type StreamTokenOrder,
  TokenOrderError,
} from '../../domain/tokens/stream-token-issuer.js';
import { HttpError, type HttpReply, jsonReply } from '../../transport/http-message.js';
import { invalid, readJsonBody } from '../requests/json-body.js';
import type { KeyRoute } from '../requests/route.js';
import { type StreamTokenRequest, streamTokenRequest } from './stream-token-request.js';
import { defined } from '../../domain/defined.js';

export const streamTokenAnswer = z
  .strictObject({
    token: z.string().describe('For one page; good once.'),
    expires_at: z.iso.datetime().describe('It must be used by then; the session may go on longer.'),
    session_id: z.string().optional().describe('The session that it opens or watches.'),
  })
  .meta({ id: 'StreamToken' });

const BODY_LIMIT_BYTES = 16 * 1024;

/** `POST /v1/stream/tokens`: a customer's server requests a token with which one page can open one stream. */
export const streamTokensRoute = (issuer: StreamTokenIssuer): KeyRoute => ({
  method: 'POST',
  path: '/v1/stream/tokens',
  access: 'api_key',
  scope: 'stream',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  doc: {
    operationId: 'createStreamToken',
    tag: 'Streaming',
    summary: 'Let one page open one stream, or watch',
    description:
      'The token is good once. With the scope `stream.write` it opens one session; a fresh one for the same `session_id` resumes it. With `stream.observe` alone it watches that session, or, where none is named, any of the organization’s, costs nothing and takes no place of the plan; those who are watched are told, by the `role` of its `metadata`.',
    bodies: { 'application/json': streamTokenRequest },
    responses: { 201: { description: 'The token.', schema: streamTokenAnswer } },
    faults: ['insufficient_credits', 'policy_blocked', 'request_timeout', 'payload_too_large'],
  },
  async handle({ request }, { organization, key }) {
    const order = toOrder(await readJsonBody(request, streamTokenRequest));
    return tokenReply(201, await issueToken(issuer, organization, { ...order, keyId: key.id }));
  },
});

/** Issues a token and converts refusals to answers. */
export const issueToken = async (
  issuer: StreamTokenIssuer,
  organization: Organization,
  order: StreamTokenOrder,
): Promise<IssuedStreamToken> => {
  try {
    return await issuer.issue(organization, order);
  } catch (error) {
    if (error instanceof TokenOrderError) {
      throw new HttpError(error.code, error.message, { cause: error });
    }
    if (error instanceof TokenError && error.code === 'too_large') {
      const advice = 'metadata and allowed_origins together are too long for a token';
      throw invalid(error.message, { metadata: [advice], allowed_origins: [advice] }, error);
    }
    throw error;
  }
};

export const tokenReply = (status: number, { token, expiresAt, sessionId }: IssuedStreamToken): HttpReply =>
  jsonReply(status, {
    token,
    expires_at: expiresAt.toISOString(),
    ...defined({ session_id: sessionId }),
  });

const toOrder = (body: StreamTokenRequest): StreamTokenOrder => ({
  sessionId: body.session_id,
  scopes: body.scopes,
  allowedOrigins: body.allowed_origins,
  expiresInS: body.expires_in,
  agentAnalysis: body.policy?.agent_analysis,
  claims: toClaims(body),
});

const toClaims = (body: StreamTokenRequest): StreamClaims => ({
  ...defined({
    vertical: body.vertical,
    model: body.model,
    line: body.line,
    features: body.features,
    maxSessionS: body.max_session_s,
    maxAudioS: body.max_audio_s,
    maxCredits: body.max_credits,
    metadata: body.metadata,
    privacy: body.privacy,
  }),
});
