export interface BannerFacts {
  readonly host: string;
  readonly port: number;
  readonly demo: boolean;
  readonly storage: string;
  /** Shown once; absent on every later start. */
  readonly newKey: string | undefined;
}

/** The text for a person when the relay is up. This is the only place where a key is written out. */
export const bannerText = ({ host, port, demo, storage, newKey }: BannerFacts): string => {
  const shown =
    host === '0.0.0.0' || host === '::' || host === '127.0.0.1' || host === '::1' ? 'localhost' : host;
  const base = `${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
  const rows = [
    ...(demo ? [['Demo', `http://${base}/`]] : []),
    ['Console', `http://${base}/console`],
    ['API', `http://${base}/docs`],
    ['Streams', `ws://${base}/v1/stream/realtime  and  /v1/stream`],
    ['Tokens', `POST http://${base}/v1/stream/tokens`],
    ['Health', `http://${base}/readyz  /healthz  /metrics`],
    ['Storage', storage],
  ];
  return [
    '',
    '  Undertone is listening.',
    '',
    ...rows.map(([name = '', value = '']) => `  ${name.padEnd(9)} ${value}`),
    ...(newKey === undefined
      ? []
      : ['', '  API key, shown this once. Keep it on your server, never in a page:', '', `    ${newKey}`]),
    '',
    '',
  ].join('\n');
};
