/** Checks the running relay against the API document: calls every operation and validates every answer with its schema. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RelayProcess } from '../support/relay-process.js';
import { RestClient } from '../support/rest-client.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';

interface MediaType {
  schema?: object;
}
interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, { content?: Record<string, MediaType> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: object;
}
interface Call {
  operation: Operation;
  method: string;
  path: string;
}

let relay: RelayProcess;
let client: RestClient;
let document: Document;
let calls: Call[];
let ajv: Ajv2020;

beforeAll(async () => {
  relay = await RelayProcess.start({ env: { UNDERTONE_BOOTSTRAP_PLAN: 'enterprise' } });
  client = new RestClient(relay);
  document = (await (await fetch(`${relay.url}/openapi.json`)).json()) as Document;
  calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  ajv = new Ajv2020({ strict: false, validateFormats: false });
});
afterAll(() => relay.stop());

/** Fills path parameters with a name that does not exist. */
const concrete = (path: string): string => path.replaceAll(/\{[^}]+\}/g, 'nothing_of_ours');

const validators = new Map<string, ValidateFunction>();
/** The validator for an answer, or undefined when the document has no schema for it. */
const validatorOf = ({ operation, method, path }: Call, status: number): ValidateFunction | undefined => {
  const schema = operation.responses[String(status)]?.content?.['application/json']?.schema;
  if (schema === undefined) return undefined;
  const key = `${method} ${path} ${status}`;
  const known = validators.get(key) ?? ajv.compile({ ...schema, components: document.components });
  validators.set(key, known);
  return known;
};

/** Lists how an answer violates the document; empty when it does not. */
const faultsOf = (call: Call, status: number, text: string): string[] => {
  const name = `${call.operation.operationId} (${status})`;
  if (call.operation.responses[String(status)] === undefined)
    return [`${name} is not in the document: ${text}`];
  const validate = validatorOf(call, status);
  if (validate === undefined || text === '') return [];
  return validate(JSON.parse(text)) ? [] : [`${name}: ${ajv.errorsText(validate.errors)}`];
};

const send = async (call: Call, init: RequestInit): Promise<string[]> => {
  const response = await fetch(`${relay.url}${concrete(call.path)}`, { method: call.method, ...init });
  return faultsOf(call, response.status, await response.text());
};

const isKeyed = ({ operation }: Call) => operation.security?.some((scheme) => 'apiKey' in scheme) ?? false;
const base64 = Buffer.from(wavBytes(synthesizeVoice('angry', 1), 16_000)).toString('base64');

/** Request bodies with which an operation succeeds. */
const goodBodies: Record<string, { body: object; status: number }> = {
  analyze: { body: { audio_base64: base64, session_id: 'call-1', diarize: true }, status: 200 },
  analyzeBase64: { body: { audio_base64: base64, metadata: { a: 1 }, transcript: 'Hi.' }, status: 200 },
  analyzeBatch: {
    body: { items: [{ id: 'a', audio_base64: base64 }, { id: 'b' }], diarize: true, vertical: 'healthcare' },
    status: 200,
  },
  createStreamToken: { body: {}, status: 201 },
};

describe('the document', () => {
  it('lists the operations of the analysis sections', () => {
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'POST /v1/analyze',
        'POST /v1/analyze/audio',
        'POST /v1/analyze/base64',
        'POST /v1/analyze/batch',
        'GET /v1/analyze/jobs/{id}',
      ]),
    );
  });

  it('names every parameter of each path', () => {
    for (const { path, operation } of calls) {
      const named = (operation.parameters ?? []).filter((each) => each.in === 'path').map(({ name }) => name);
      expect(named).toEqual([...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name));
    }
  });

  it('has a schema that compiles for every answer and every body', () => {
    for (const { operation } of calls) {
      const contents = [
        operation.requestBody?.content,
        ...Object.values(operation.responses).map((r) => r.content),
      ];
      for (const { schema } of contents.flatMap((content) => Object.values(content ?? {}))) {
        if (schema !== undefined) ajv.compile({ ...schema, components: document.components });
      }
    }
  });
});

describe('every operation', () => {
  it('answers without a key as documented', async () => {
    const faults: string[] = [];
    for (const call of calls) faults.push(...(await send(call, {})));
    expect(faults).toEqual([]);
  });

  it('answers with a key and nothing else as documented', async () => {
    const faults: string[] = [];
    const headers = { 'x-api-key': relay.key };
    for (const call of calls.filter(isKeyed)) faults.push(...(await send(call, { headers })));
    expect(faults).toEqual([]);
  });

  it('answers an unknown field and an unknown query parameter as documented', async () => {
    const faults: string[] = [];
    const headers = { 'x-api-key': relay.key, 'content-type': 'application/json' };
    for (const call of calls.filter(isKeyed)) {
      const body = call.method === 'GET' ? {} : { body: JSON.stringify({ nothing_of_ours: true }) };
      const path = `${call.path}?nothing_of_ours=1`;
      faults.push(...(await send({ ...call, path: call.path }, { headers, ...body })));
      const response = await fetch(`${relay.url}${concrete(path)}`, {
        method: call.method,
        headers,
        ...body,
      });
      faults.push(...faultsOf(call, response.status, await response.text()));
    }
    expect(faults).toEqual([]);
  });

  it.each(Object.entries(goodBodies))(
    '%s succeeds and its answer matches its schema',
    async (id, { body, status }) => {
      const call = calls.find(({ operation }) => operation.operationId === id)!;
      const answer = await client.post(call.path, body);
      expect({
        status: answer.status,
        faults: faultsOf(call, answer.status, JSON.stringify(answer.json)),
      }).toEqual({
        status,
        faults: [],
      });
    },
  );

  it('answers a GET without path parameters with its schema', async () => {
    const faults: string[] = [];
    const statuses = new Set<number>();
    for (const call of calls.filter(
      (each) => isKeyed(each) && each.method === 'GET' && !each.path.includes('{'),
    )) {
      const response = await fetch(`${relay.url}${call.path}`, { headers: { 'x-api-key': relay.key } });
      statuses.add(response.status);
      faults.push(...faultsOf(call, response.status, await response.text()));
    }
    expect(faults).toEqual([]);
    expect(statuses).toContain(200);
  });
});

describe('the reference page', () => {
  it('loads from this origin with everything it needs', async () => {
    const page = await (await fetch(`${relay.url}/docs`)).text();
    for (const [, path] of page.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)) {
      expect((await fetch(`${relay.url}${path!}`)).status).toBe(200);
    }
  });
});
