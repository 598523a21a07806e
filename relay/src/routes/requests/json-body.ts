import type { z } from 'zod';
import { HttpError, type HttpRequest } from '../../transport/http-message.js';
import { defined } from '../../domain/defined.js';
import { JsonRefusal } from './json-scan.js';
import { parseJsonText } from './json-text.js';

/** Nobody reads more, and an answer must not grow with the mistakes of a request. */
export const MOST_PROBLEMS = 32;

/**
 * Reads a JSON body and checks it against its schema. A missing body counts as an empty object.
 * @throws HttpError 400 `validation_error` with every problem, by parameter
 */
export const readJsonBody = async <T>(request: HttpRequest, schema: z.ZodType<T>): Promise<T> => {
  const type = request.headers.get('content-type');
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
    throw invalid('the body must be JSON', { 'Content-Type': ['must be application/json'] });
  }
  return checkInput(schema, await parseJson(await request.body()));
};

/** Messages by parameter. */
export type Problems = Readonly<Record<string, readonly string[]>>;

/**
 * Checks any part of a request against its schema.
 * @param more problems found elsewhere, so that all are reported together
 * @throws HttpError 400 `validation_error` with every problem, by parameter
 */
export const checkInput = <T>(schema: z.ZodType<T>, value: unknown, more: Problems = {}): T => {
  const { result, read } = parseWithoutNulls(schema, value);
  const problems: Record<string, readonly string[]> = Object.assign(Object.create(null) as object, more);
  if (!result.success) {
    for (const [name, messages] of Object.entries(problemsByParameter(result.error, read))) {
      problems[name] = [...(problems[name] ?? []), ...messages];
    }
  }
  if (result.success && Object.keys(problems).length === 0) return result.data;
  throw invalid('the request has invalid parameters', problems);
};

interface Parsed<T> {
  readonly result: z.ZodSafeParseResult<T>;
  /** What the schema saw. */
  readonly read: unknown;
}

/** A null where the schema takes none counts as absent, because many clients write their empty fields so. */
const parseWithoutNulls = <T>(schema: z.ZodType<T>, value: unknown): Parsed<T> => {
  const result = schema.safeParse(value);
  if (result.success) return { result, read: value };
  const nulls = result.error.issues.filter(
    ({ code, path }) => code !== 'unrecognized_keys' && path.length > 0 && valueAt(value, path) === null,
  );
  if (nulls.length === 0) return { result, read: value };
  const paths = nulls.map(({ path }) => path);
  const read = withoutFields(value as object, paths);
  return { result: schema.safeParse(read), read };
};

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key)
        ? (part as Fields)[key]
        : undefined,
    value,
  );

type Fields = Record<PropertyKey, unknown>;

/** A copy without these fields. Every part is copied once at most, so that many nulls cost no more than a few. Places of lists stay. */
const withoutFields = (value: object, paths: readonly (readonly PropertyKey[])[]): object => {
  const copied = new Set<object>();
  const copyOf = (part: object): Fields => {
    if (copied.has(part)) return part as Fields;
    const copy: object = Array.isArray(part) ? [...(part as unknown[])] : { ...part };
    copied.add(copy);
    return copy as Fields;
  };
  const root = copyOf(value);
  for (const path of paths) {
    let parent = root;
    for (const key of path.slice(0, -1)) parent = parent[key] = copyOf(parent[key] as object);
    const name = path.at(-1);
    if (name !== undefined && !Array.isArray(parent)) Reflect.deleteProperty(parent, name);
  }
  return root;
};

/** @throws HttpError 400 `validation_error` */
export const parseJson = async (body: Buffer): Promise<unknown> => {
  if (body.length === 0) return {};
  try {
    return await parseJsonText(body);
  } catch (cause) {
    if (cause instanceof JsonRefusal) {
      throw invalid('the body cannot be read', { [cause.parameter]: [cause.problem] }, cause);
    }
    throw invalid('the body is not valid JSON', { body: ['is not valid JSON'] }, cause);
  }
};

/** 400 with a map from parameter names to messages, as in the interface specification. */
export const invalid = (
  message: string,
  details: Record<string, readonly string[]>,
  cause?: unknown,
): HttpError => new HttpError('validation_error', message, { details, ...defined({ cause }) });

const problemsByParameter = (error: z.ZodError, value: unknown): Record<string, string[]> => {
  // Without a prototype, so that `__proto__` is a parameter name like any other.
  const problems = Object.create(null) as Record<string, string[]>;
  let count = 0;
  const add = (path: readonly PropertyKey[], message: string): void => {
    if (++count > MOST_PROBLEMS) return;
    const parameter = path.length === 0 ? 'body' : path.map(String).join('.');
    (problems[parameter] ??= []).push(message);
  };
  for (const issue of error.issues) {
    if (count > MOST_PROBLEMS) break;
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MOST_PROBLEMS))
        add([...issue.path, key.slice(0, 64)], 'is not a known parameter');
    } else {
      // A rule of our own says by itself why it wants the field.
      const isMissed = issue.code !== 'custom' && isMissing(value, issue.path);
      add(issue.path, isMissed ? 'is required' : issue.message);
    }
  }
  return problems;
};

/** Whether a parameter is not there at all. The validator then speaks of types that nobody sent. */
const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean => {
  let part = value;
  for (const key of path) {
    // A place inside a text: a list with commas, of which an item is wrong.
    if (typeof part === 'string') return false;
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return true;
    part = (part as Record<PropertyKey, unknown>)[key];
  }
  return part === undefined;
};
