import { describe, expect, it } from 'vitest';
import { allowsAgentAnalysis, DEFAULT_POLICY, parseOrganizationPolicy } from './organization-policy.js';

describe('an organization’s policy', () => {
  it('has careful defaults when nothing was declared', () => {
    expect(parseOrganizationPolicy({})).toEqual(DEFAULT_POLICY);
    expect(DEFAULT_POLICY).toEqual({
      workplacePolicy: true,
      noEmployeesRecorded: false,
      defaultSubject: 'customer',
      retention: 'none',
      retentionDays: null,
      transcriptDays: null,
      language: 'en',
    });
  });

  it('allows analyzing agents only when the workplace policy is off and the token does not forbid it', () => {
    expect(allowsAgentAnalysis(DEFAULT_POLICY)).toBe(false);
    const open = { ...DEFAULT_POLICY, workplacePolicy: false };
    expect(allowsAgentAnalysis(open)).toBe(true);
    expect(allowsAgentAnalysis(open, false)).toBe(false);
    expect(allowsAgentAnalysis(DEFAULT_POLICY, true)).toBe(false);
  });

  it('is rejected when it is damaged', () => {
    expect(() => parseOrganizationPolicy({ workplacePolicy: 'off' })).toThrow();
  });
});
