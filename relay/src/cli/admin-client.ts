/** One call of the operator's API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/admin/v1`. */
  readonly path: string;
  readonly body?: object;
}

export interface AdminTarget {
  /** `http://localhost:8787` */
  readonly url: string;
  readonly token: string;
}

/** The relay answered with an error, or did not answer. The message is for a person. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

interface ErrorEnvelope {
  readonly error?: { readonly message?: string; readonly details?: Record<string, unknown> };
}

/**
 * Calls the relay, because only the relay writes to its database.
 * @returns the answer's JSON, undefined if the answer is empty
 * @throws AdminError
 */
export const callAdmin = async ({ url, token }: AdminTarget, call: Call): Promise<unknown> => {
  const response = await send(`${url.replace(/\/+$/, '')}/admin/v1${call.path}`, call, token);
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : (JSON.parse(text) as unknown);
  throw new AdminError(explain(response.status, text));
};

const send = async (url: string, { method, body }: Call, token: string): Promise<Response> => {
  try {
    return await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new AdminError(`no relay answers at ${new URL(url).origin}: is it running? --url names another`, {
      cause,
    });
  }
};

const explain = (status: number, text: string): string => {
  const { error } = parse(text);
  if (status === 401)
    return 'the relay refuses this token: set UNDERTONE_ADMIN_TOKEN, or UNDERTONE_DATA_DIR to the relay’s data folder';
  const details = Object.entries(error?.details ?? {}).map(
    ([name, problems]) => `\n  ${name}: ${Array.isArray(problems) ? problems.join(', ') : String(problems)}`,
  );
  return `${error?.message ?? `the relay answered HTTP ${status}`}${details.join('')}`;
};

const parse = (text: string): ErrorEnvelope => {
  try {
    return JSON.parse(text) as ErrorEnvelope;
  } catch {
    // The answer is a proxy's own page. Only the status is shown.
    return {};
  }
};
