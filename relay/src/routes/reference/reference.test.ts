import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayRig, startGateway } from '../testing/gateway-rig.js';
import { eventDocs } from '../../domain/events/event-docs.js';
import { silentFields } from '../testing/silent-fields.js';
import { templateOf } from './openapi.js';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway();
}, 60_000);
afterAll(() => rig.stop());

interface Operation {
  operationId: string;
  description?: string;
  responses: Record<string, { headers?: object; content?: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}
const fetchDocument = async (): Promise<Document> =>
  (await (await fetch(`${rig.url}/openapi.json`)).json()) as Document;

describe('/openapi.json', () => {
  it('is OpenAPI 3.1 and contains every route of the API, as the route describes itself', async () => {
    const document = await fetchDocument();
    expect(document.openapi).toBe('3.1.0');
    const described = rig.routes
      .filter(({ doc }) => doc !== undefined)
      .map(({ method, path, doc }) => [templateOf(path), method.toLowerCase(), doc?.operationId]);
    for (const [path, method, id] of described) {
      expect(document.paths[path!]?.[method!]?.operationId).toBe(id);
    }
    const listed = Object.values(document.paths).flatMap((operations) => Object.keys(operations));
    expect(listed).toHaveLength(described.length);
  });

  it('is compressed for whoever takes that, and not sent again to whoever has it', async () => {
    const asked = { headers: { 'Accept-Encoding': 'gzip' } };
    const { headers } = await fetch(`${rig.url}/openapi.json`, asked);
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(Number(headers.get('content-length'))).toBeLessThan(200_000);
    const again = await fetch(`${rig.url}/openapi.json`, {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('equals the document in docs/, from which the SDK’s types are made (`npx vitest run relay/src/routes/reference -u`, then `npm run generate`)', async () => {
    await expect(`${JSON.stringify(await fetchDocument(), null, 2)}\n`).toMatchFileSnapshot(
      '../../../../docs/openapi.json',
    );
  });

  it('requires no field that may be left out: "what is not known is left out"', async () => {
    expect((await fetchDocument()).components.schemas['SessionOutcome']).not.toHaveProperty('required');
  });

  it('contains every /v1 route', () => {
    const silent = rig.routes.filter(
      ({ path, doc, access }) => path.startsWith('/v1/') && access === 'api_key' && doc === undefined,
    );
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('gives each operation its own id, and each error status the same envelope', async () => {
    const { paths } = await fetchDocument();
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { responses } of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
    }
  });

  it('says where an answer tells when to come again, and where it may be the first one’s repetition', async () => {
    const { paths } = await fetchDocument();
    const named = (path: string, method: string, status: number): string[] => {
      const answers = Object.entries(paths[path]?.[method]?.responses ?? {});
      const answer = answers.find(([code]) => code === String(status))?.[1];
      return Object.keys(answer?.headers ?? {}).slice(4);
    };
    expect([201, 400, 409, 429, 503].map((status) => named('/v1/sessions', 'post', status))).toEqual([
      ['Idempotency-Replayed'],
      ['Idempotency-Replayed'],
      ['Retry-After'],
      ['Retry-After'],
      ['Retry-After'],
    ]);
    expect(named('/v1/sessions', 'get', 200)).toEqual([]);
    expect(named('/v1/voice/speakers/{id}', 'patch', 409)).toEqual([]);
  });

  it('describes the events in its webhooks section', async () => {
    expect(Object.keys((await fetchDocument()).webhooks)).toContain('analysis.complete');
  });

  it('says of every operation what it does, besides its summary', async () => {
    const operations = Object.values((await fetchDocument()).paths).flatMap((path) => Object.values(path));
    const silent = operations.filter(({ description = '' }) => description === '');
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('says of every field and parameter what it is, of events too', async () => {
    const { paths, webhooks, components } = await fetchDocument();
    expect(silentFields({ paths: { ...paths, ...webhooks }, schemas: components.schemas })).toBe(0);
  });

  it('has examples that keep their schemas', () => {
    const told = rig.routes.flatMap(({ doc }) =>
      doc === undefined
        ? []
        : Object.entries(doc.responses).map(([status, answer]) => ({
            id: `${doc.operationId} ${status}`,
            ...answer,
          })),
    );
    const examples = told.filter(({ example }) => example !== undefined);
    const wrong = examples.filter(({ schema, example }) => schema?.safeParse(example).success !== true);
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(examples.length).toBeGreaterThan(0);
    for (const { name, data, example } of eventDocs)
      expect(data.safeParse(example.data).error, name).toBeUndefined();
  });

  it('refers only to schemas that it contains', async () => {
    const document = await fetchDocument();
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
    for (const [, name] of names) expect(document.components.schemas).toHaveProperty([name!]);
    expect(names.length).toBeGreaterThan(10);
  });
});

describe('/docs', () => {
  it('is a page with a strict policy, without inline scripts and without other origins', async () => {
    const response = await fetch(`${rig.url}/docs`);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it('serves every file that the page names, and compresses text', async () => {
    const page = await (await fetch(`${rig.url}/docs`)).text();
    const names = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path!);
    expect(names).toHaveLength(5);
    for (const path of names) {
      const response = await fetch(`${rig.url}${path}`);
      expect(response.status).toBe(200);
      const type = response.headers.get('content-type') ?? '';
      expect(response.headers.get('content-encoding')).toBe(type.startsWith('text/') ? 'gzip' : null);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
      const again = await fetch(`${rig.url}${path}`, {
        headers: { 'If-None-Match': response.headers.get('etag')! },
      });
      expect(again.status).toBe(304);
    }
  });
});
