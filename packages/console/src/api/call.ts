import { t } from '../language/text.js';

/** A call that the relay refused or that nobody answered. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The problems of each parameter. */
    readonly details: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
  }

  /** There is no such thing, or it is another organization's. A key that lacks a scope is told which, and knows nothing of the thing. */
  get isNone(): boolean {
    return this.status === 404 || (this.status === 403 && this.details['scopes'] === undefined);
  }

  /** One text for people: the message, then the problems of each field. */
  get text(): string {
    const fields = Object.entries(this.details).map(
      ([field, problems]) => `${field}: ${problems.join(', ')}`,
    );
    const text = [this.message, ...fields].join('. ');
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
}

interface Envelope {
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, readonly string[]>>;
  };
}

/** Every answer of the relay is a JSON object or empty. A page that a proxy sends in its place is neither: undefined. */
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
  throw new Problem(0, 'unreachable', t('the relay cannot be reached'));
};

/** Sends a form unchanged and any other body as JSON. */
const asBody = (body: object): BodyInit => (body instanceof FormData ? body : JSON.stringify(body));

/**
 * Calls the relay that served this page. The browser adds the login's cookie.
 * @throws Problem
 */
export const call = async <T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<T> => {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      // The relay does the work once if a network problem causes the same request to be sent twice.
      ...(method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
    },
    ...(body !== undefined && { body: asBody(body) }),
    ...(signal !== undefined && { signal }),
  }).catch(unreachable);
  const value = parse(await response.text().catch(unreachable)) as (T & Envelope) | undefined;
  if (value === undefined) {
    const message = t('something between here and the relay answered {status} in its place', {
      status: response.status,
    });
    throw new Problem(response.status, 'not_the_relay', message);
  }
  if (response.ok) return value;
  const {
    code = 'unknown',
    message = t('the relay answered {status}', { status: response.status }),
    details,
  } = value.error ?? {};
  throw new Problem(response.status, code, message, details);
};

/**
 * Fetches a file that the relay serves beside this page.
 * @throws Problem
 */
export const fetchBlob = async (path: string): Promise<Blob> => {
  const response = await fetch(path).catch(unreachable);
  if (!response.ok) {
    throw new Problem(
      response.status,
      'unknown',
      t('the relay answered {status}', { status: response.status }),
    );
  }
  return response.blob().catch(unreachable);
};
