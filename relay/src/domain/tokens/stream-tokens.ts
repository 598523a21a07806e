import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { STREAM_SCOPES } from '../accounts/stream-auth.js';
import { newId } from '../ids.js';
import {
  type RedeemableToken,
  type RedemptionStore,
  type StreamTokenGrant,
  TOKEN_MAX_BYTES,
  TokenError,
} from './stream-token.js';
import { defined } from '../defined.js';

const ALGORITHM = 'HS256';
const AUDIENCE = 'undertone.stream';

/** The payload of the JWT. Short names, because the whole token travels in a header. */
const payloadSchema = z.object({
  jti: z.string(),
  exp: z.number(),
  org: z.string(),
  ses: z.string().optional(),
  new: z.literal(true).optional(),
  key: z.string().optional(),
  scp: z.array(z.enum(STREAM_SCOPES)),
  ori: z.array(z.string()).default([]),
  noa: z.boolean().default(false),
  ver: z.string().optional(),
  mod: z.string().optional(),
  lin: z.string().optional(),
  fea: z.array(z.string()).optional(),
  mss: z.number().optional(),
  mas: z.number().optional(),
  mcr: z.number().optional(),
  met: z.record(z.string(), z.string()).optional(),
  pri: z.literal('features').optional(),
});

/** A token that writes needs one session. A token that only observes may cover all of them. */
const isBound = ({ ses, scp }: z.infer<typeof payloadSchema>): boolean =>
  ses !== undefined || !scp.includes('stream.write');

export interface StreamTokensOptions {
  /**
   * At least 32 bytes each, the same on every relay of one deployment. The first one signs; tokens that the others signed are
   * valid too.
   */
  readonly secrets: readonly [Uint8Array, ...Uint8Array[]];
  readonly redemptions: RedemptionStore;
  readonly now: () => number;
}

/** Makes stream tokens and redeems each of them once. */
export class StreamTokens {
  private readonly options: StreamTokensOptions;

  constructor(options: StreamTokensOptions) {
    this.options = options;
  }

  /**
   * Signs a token.
   * @param expiresInS seconds within which it must be redeemed
   * @throws TokenError `too_large` when the grant does not fit {@link TOKEN_MAX_BYTES}
   */
  async mint(
    grant: StreamTokenGrant,
    expiresInS: number,
  ): Promise<{ token: string; id: string; expiresAt: Date }> {
    const id = newId('tok');
    const expS = Math.ceil(this.options.now() / 1_000 + expiresInS);
    const token = await new SignJWT({
      org: grant.orgId,
      ...defined({ ses: grant.sessionId }),
      ...(grant.isNewSession === true && { new: true }),
      ...defined({ key: grant.keyId }),
      scp: [...grant.scopes],
      ...(grant.allowedOrigins.length > 0 && { ori: [...grant.allowedOrigins] }),
      ...(!grant.agentAnalysis && { noa: true }),
      ...compactClaims(grant),
    })
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(AUDIENCE)
      .setJti(id)
      .setExpirationTime(expS)
      .sign(this.options.secrets[0]);
    if (token.length > TOKEN_MAX_BYTES) {
      throw new TokenError(
        'too_large',
        `the token would be ${token.length} bytes, the limit is ${TOKEN_MAX_BYTES}`,
      );
    }
    return { token, id, expiresAt: new Date(expS * 1_000) };
  }

  /**
   * Checks a token without using it up.
   * @param origin the page's `Origin`, absent for a program
   * @throws TokenError `malformed`, `expired`, `wrong_origin`
   */
  async verify(token: string, origin: string | undefined): Promise<RedeemableToken> {
    if (token.length > TOKEN_MAX_BYTES) throw new TokenError('malformed', 'the stream token is too long');
    const grant = await this.read(token);
    if (grant.allowedOrigins.length > 0 && (origin === undefined || !grant.allowedOrigins.includes(origin))) {
      throw new TokenError('wrong_origin', 'the stream token may not be used from this origin');
    }
    return grant;
  }

  /**
   * Uses a verified token up.
   * @throws TokenError `already_used`
   */
  async redeem(token: RedeemableToken): Promise<void> {
    if (!(await this.options.redemptions.redeem(token))) {
      throw new TokenError('already_used', 'the stream token was used before: ask for a fresh one');
    }
  }

  private async read(token: string): Promise<RedeemableToken> {
    try {
      return toGrant(payloadSchema.refine(isBound).parse(await this.payloadOf(token)));
    } catch (cause) {
      if (cause instanceof errors.JWTExpired) {
        throw new TokenError('expired', 'the stream token has expired: ask for a fresh one', { cause });
      }
      if (cause instanceof errors.JOSEError || cause instanceof z.ZodError) {
        throw new TokenError('malformed', 'this is not a valid stream token', { cause });
      }
      throw cause;
    }
  }

  /** @throws JOSEError of the last secret that was tried */
  private async payloadOf(token: string): Promise<JWTPayload> {
    const { secrets, now } = this.options;
    for (const [at, secret] of secrets.entries()) {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          requiredClaims: ['jti', 'exp'],
          currentDate: new Date(now()),
        });
        return payload;
      } catch (error) {
        const isOthers = error instanceof errors.JWSSignatureVerificationFailed;
        if (!isOthers || at === secrets.length - 1) throw error;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

const compactClaims = ({ claims }: StreamTokenGrant): Record<string, unknown> => ({
  ...defined({ ver: claims.vertical, mod: claims.model, lin: claims.line }),
  ...(claims.features !== undefined && { fea: [...claims.features] }),
  ...defined({
    mss: claims.maxSessionS,
    mas: claims.maxAudioS,
    mcr: claims.maxCredits,
    met: claims.metadata,
    pri: claims.privacy,
  }),
});

const toGrant = (payload: z.infer<typeof payloadSchema>): RedeemableToken => ({
  id: payload.jti,
  expiresAt: new Date(payload.exp * 1_000),
  orgId: payload.org,
  ...defined({ sessionId: payload.ses }),
  ...(payload.new === true && { isNewSession: true }),
  ...defined({ keyId: payload.key }),
  scopes: payload.scp,
  allowedOrigins: payload.ori,
  agentAnalysis: !payload.noa,
  claims: {
    ...defined({
      vertical: payload.ver,
      model: payload.mod,
      line: payload.lin,
      features: payload.fea,
      maxSessionS: payload.mss,
      maxAudioS: payload.mas,
      maxCredits: payload.mcr,
      metadata: payload.met,
      privacy: payload.pri,
    }),
  },
});
