import { describe, expect, it } from 'vitest';
import { Problem } from './call.js';

describe('a call that the relay refused', () => {
  it('says that there is no such thing, unless the key lacks a scope to ask', () => {
    const lacks = { scopes: ['must hold stream'] };
    const refused = new Problem(403, 'forbidden', 'this API key lacks the scope stream', lacks);
    expect(refused.isNone).toBe(false);
    expect(refused.text).toBe('This API key lacks the scope stream. scopes: must hold stream');
    expect(new Problem(403, 'forbidden', 'not one of the organization’s').isNone).toBe(true);
    expect(new Problem(404, 'not_found', 'no such session').isNone).toBe(true);
    expect(new Problem(500, 'internal', 'it broke').isNone).toBe(false);
  });
});
