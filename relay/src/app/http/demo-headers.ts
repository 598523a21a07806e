/**
 * What the demo's pages may do. The demo runs under the strictest policy that a customer's page may have: no inline script
 * or style, no `blob:`, nothing from another origin. `wasm-unsafe-eval` only lets the page compile WebAssembly.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Text becomes markup or code only through these: Lit's own templates, and the addresses of our workers.
  "require-trusted-types-for 'script'",
  "trusted-types lit-html undertone 'allow-duplicates'",
].join('; ');

export const DEMO_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Permissions-Policy': 'microphone=(self), camera=(), geolocation=()',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
