/** The relay's answer to a call that was refused, or that nobody answered. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** What is wrong, by parameter. */
    readonly details: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
  }

  /** One text for people: the message, then what is wrong with which field. */
  get text(): string {
    const fields = Object.entries(this.details).map(([field, problems]) => `${field} ${problems.join(', ')}`);
    return [this.message, ...fields].join(': ');
  }
}

interface Envelope {
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, readonly string[]>>;
  };
}

/** A form goes as it is, anything else as JSON. */
const asBody = (body: object): BodyInit => (body instanceof FormData ? body : JSON.stringify(body));

/**
 * Calls the relay this page came from; the login's cookie goes along by itself.
 * @throws Problem
 */
export const call = async <T>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> => {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      // A click that is repeated because the network hiccuped does its work once.
      ...(method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
    },
    ...(body !== undefined && { body: asBody(body) }),
  }).catch(() => {
    throw new Problem(0, 'unreachable', 'the relay cannot be reached');
  });
  const text = await response.text();
  const value = (text === '' ? {} : JSON.parse(text)) as T & Envelope;
  if (response.ok) return value;
  const { code = 'unknown', message = `the relay answered ${response.status}`, details } = value.error ?? {};
  throw new Problem(response.status, code, message, details);
};
