/**
 * The CSP that the widget's README names: only what is needed.
 *
 * @param workers where workers may come from
 * @param fromRelay whether the scripts are the relay's
 */
export const policyOf = (relay: string, workers: string, fromRelay = true): string => {
  const scripts = fromRelay ? ` ${relay}` : '';
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval'${scripts}`,
    "style-src 'self'",
    `worker-src ${workers}`,
    `connect-src 'self' ${relay} ${relay.replace('http', 'ws')}`,
  ].join('; ');
};
