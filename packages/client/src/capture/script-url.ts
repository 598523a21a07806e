/** The part of the Trusted Types API that is used; browsers without it take plain addresses. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): unknown };
}

/** A page with `require-trusted-types-for 'script'` lists it: `trusted-types undertone`. */
const POLICY = 'undertone';
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * The address of a worker's script in the form that the page's policy asks for. Only addresses that were resolved by the library or given by
 * the page's own code come here; no text from outside does.
 */
export const scriptUrl = (url: string): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return url;
  try {
    policy ??= trustedTypes.createPolicy(POLICY, { createScriptURL: (address) => address });
  } catch {
    return url; // the page's policy does not list the name: it says so itself, where it insists on trusted types
  }
  // The DOM's types do not know trusted addresses yet.
  return policy.createScriptURL(url) as string;
};
