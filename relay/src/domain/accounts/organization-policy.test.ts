import { describe, expect, it } from 'vitest';
import { allowsAgentAnalysis, DEFAULT_POLICY, parseOrganizationPolicy } from './organization-policy.js';

describe('an organization’s policy', () => {
  it('is careful where nothing was declared', () => {
    expect(parseOrganizationPolicy({})).toEqual(DEFAULT_POLICY);
    expect(DEFAULT_POLICY).toEqual({
      workplacePolicy: true,
      noEmployeesRecorded: false,
      defaultSubject: 'customer',
      retention: 'none',
    });
  });

  it('allows analyzing agents only with the workplace policy off and a token that does not give it up', () => {
    expect(allowsAgentAnalysis(DEFAULT_POLICY)).toBe(false);
    const open = { ...DEFAULT_POLICY, workplacePolicy: false };
    expect(allowsAgentAnalysis(open)).toBe(true);
    expect(allowsAgentAnalysis(open, false)).toBe(false);
    expect(allowsAgentAnalysis(DEFAULT_POLICY, true)).toBe(false);
  });

  it('refuses to guess what a damaged one means', () => {
    expect(() => parseOrganizationPolicy({ workplacePolicy: 'off' })).toThrow();
  });
});
