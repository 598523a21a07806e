import { expect } from 'vitest';
import { type GatewayRig, startGateway, type Tenant } from '../../testing/gateway-rig.js';

export interface Reply {
  status: number;
  json: Record<string, unknown>;
}

/** A gateway and an organization that holds conversations over the API. */
export interface SessionsRig {
  readonly gateway: GatewayRig;
  /** The tenant of requests that name no other one. */
  readonly us: Tenant;
  call(method: string, path: string, body?: unknown, tenant?: Tenant): Promise<Reply>;
  /** Makes a session. @returns its id */
  begin(body?: object, tenant?: Tenant): Promise<string>;
  /** Adds an utterance to a session. */
  add(id: string, body: object, tenant?: Tenant): Promise<Reply>;
}

export const startSessionsRig = async (): Promise<SessionsRig> => {
  const gateway = await startGateway();
  const us = await gateway.createTenant('enterprise');
  const call = async (method: string, path: string, body?: unknown, tenant: Tenant = us): Promise<Reply> => {
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: { 'X-API-Key': tenant.key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  };
  return {
    gateway,
    us,
    call,
    begin: async (body = {}, tenant = us) => {
      const { status, json } = await call('POST', '/v1/sessions', body, tenant);
      expect(status).toBe(201);
      return String(at(json, 'session', 'id'));
    },
    add: (id, body, tenant = us) =>
      call('POST', `/v1/sessions/${encodeURIComponent(id)}/utterances`, body, tenant),
  };
};

/** The value at a path in JSON; undefined when there is none. */
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);

export const codeOf = ({ json }: Reply): unknown => at(json, 'error', 'code');

/** The parameters that an error answer names. */
export const problemsOf = ({ json }: Reply): string[] => Object.keys(at(json, 'error', 'details') as object);

export const ANGRY = {
  emotion: 'angry',
  confidence: 0.9,
  valence: -0.7,
  arousal: 0.7,
  dominance: 0.3,
  signals: { escalation: 0.9 },
  duration: 4,
};

export const CALM = {
  ...ANGRY,
  emotion: 'content',
  valence: 0.3,
  arousal: -0.2,
  signals: { escalation: 0.1 },
};
