/**
 * Swagger UI knows no Trusted Types: it sets `innerHTML` to descriptions that were Markdown. This policy lets nothing else through than
 * the tags of such text, with links as their only attribute; code and script addresses have no way in at all.
 */
export const POLICY_SCRIPT = `const TEXT_TAGS =
  /<\\/?(?:p|code|pre|em|strong|del|blockquote|ul|ol|li|h[1-6]|table|thead|tbody|tr|th|td)>|<(?:br|hr) ?\\/?>|<a href="https?:\\/\\/[^"<>\\s]*"(?: (?:rel|target)="[^"<>]*")*>|<\\/a>/g;

window.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.replaceAll(TEXT_TAGS, '').includes('<') ? null : text),
});
`;

/** A key entered to try operations stays only in the page's memory and is lost when the page closes. */
export const START_SCRIPT = `window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  persistAuthorization: false,
  validatorUrl: null,
});
`;
