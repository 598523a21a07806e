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

/** Every answer of the relay is an object, or nothing; a page that a proxy sends in its place is neither. */
const parse = (text: string): object | undefined => {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const unreachable = (): never => {
  throw new Problem(0, 'unreachable', 'the relay cannot be reached');
};

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
  signal?: AbortSignal,
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
    ...(signal !== undefined && { signal }),
  }).catch(unreachable);
  const value = parse(await response.text().catch(unreachable)) as (T & Envelope) | undefined;
  if (value === undefined) {
    const message = `something between here and the relay answered ${response.status} in its place`;
    throw new Problem(response.status, 'not_the_relay', message);
  }
  if (response.ok) return value;
  const { code = 'unknown', message = `the relay answered ${response.status}`, details } = value.error ?? {};
  throw new Problem(response.status, code, message, details);
};
