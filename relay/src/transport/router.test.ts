import { describe, expect, it } from 'vitest';
import { Router } from './router.js';

const router = new Router([
  { method: 'GET', path: '/v1/sessions' },
  { method: 'POST', path: '/v1/sessions' },
  { method: 'GET', path: '/v1/sessions/:session_id' },
  { method: 'DELETE', path: '/v1/sessions/:session_id/turns/:turn_id' },
]);

describe('the router', () => {
  it('finds the row for a method and a path, with the path’s parameters', () => {
    expect(router.match('POST', '/v1/sessions')).toMatchObject({ kind: 'found', route: { method: 'POST' } });
    expect(router.match('DELETE', '/v1/sessions/a/turns/b')).toMatchObject({
      kind: 'found',
      params: { session_id: 'a', turn_id: 'b' },
    });
  });

  it('answers HEAD with GET’s row', () => {
    expect(router.match('HEAD', '/v1/sessions')).toMatchObject({ kind: 'found', route: { method: 'GET' } });
  });

  it('lists the methods of a path if it does not answer the given one', () => {
    expect(router.match('PUT', '/v1/sessions')).toEqual({
      kind: 'wrong_method',
      path: '/v1/sessions',
      allow: ['GET', 'HEAD', 'POST'],
    });
    expect(router.match('get', '/v1/sessions')).toEqual({
      kind: 'wrong_method',
      path: '/v1/sessions',
      allow: ['GET', 'HEAD', 'POST'],
    });
  });

  it.each([
    '/',
    '',
    '/v1/sessions/',
    '/v1//sessions',
    '/v1/sessions/a/turns',
    '/V1/sessions',
    '/v1/%73essions',
  ])('finds no route at %s', (path) => {
    expect(router.match('GET', path)).toEqual({ kind: 'unknown' });
  });

  it('treats a parameter named __proto__ as a parameter', () => {
    expect(router.match('GET', '/v1/sessions/__proto__')).toMatchObject({
      params: { session_id: '__proto__' },
    });
  });
});
