/**
 * Lets pages of every origin read an answer that holds nothing secret and was given without credentials: a page that embeds the
 * panel is of another origin than the relay.
 */
export const FOR_EVERY_ORIGIN: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Date',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
