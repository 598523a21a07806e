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
  const { ok, status, text } = await send(`${url.replace(/\/+$/, '')}/admin/v1${call.path}`, call, token);
  if (!ok) throw new AdminError(explain(status, text));
  if (text === '') return undefined;
  const answer = parse(text);
  if (answer === undefined) throw new AdminError(`what answers at ${new URL(url).origin} is no relay`);
  return answer;
};

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
}

const send = async (url: string, { method, body }: Call, token: string): Promise<Answer> => {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (cause) {
    throw new AdminError(`no relay answers at ${new URL(url).origin}: is it running? --url names another`, {
      cause,
    });
  }
};

const explain = (status: number, text: string): string => {
  const { error } = (parse(text) ?? {}) as ErrorEnvelope;
  if (status === 401)
    return 'the relay refuses this token: set UNDERTONE_ADMIN_TOKEN, or UNDERTONE_DATA_DIR to the relay’s data folder';
  const details = Object.entries(error?.details ?? {}).map(
    ([name, problems]) => `\n  ${name}: ${Array.isArray(problems) ? problems.join(', ') : String(problems)}`,
  );
  return `${error?.message ?? `the relay answered HTTP ${status}`}${details.join('')}`;
};

/** @returns undefined for what is no JSON: a proxy's own page */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
