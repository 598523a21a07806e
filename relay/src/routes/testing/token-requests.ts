import type { GatewayRig, Tenant } from './gateway-rig.js';

interface ErrorBody {
  error: { code: string; message: string; details?: Record<string, string[]> };
}

export const bearer = ({ key }: Tenant): Record<string, string> => ({ Authorization: `Bearer ${key}` });

/** Requests a stream token. @param body text and bytes are sent unchanged, everything else as JSON */
export const postToken = (
  { url }: Pick<GatewayRig, 'url'>,
  body: unknown,
  headers: Record<string, string>,
): Promise<Response> =>
  fetch(`${url}/v1/stream/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });

export const errorOf = async (response: Response): Promise<ErrorBody['error']> =>
  ((await response.json()) as ErrorBody).error;
