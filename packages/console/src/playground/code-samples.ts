import { ASKED } from './analysis.js';

export interface CodeSample {
  readonly id: string;
  readonly title: string;
  readonly code: string;
}

/** In place of a key that this page does not know: it shows a key once, when it makes one. */
export const KEY_PLACE = 'psk_…';

/** What the page did, as code. @param file the recording's name */
export const analyzeSamples = (origin: string, key: string, file: string): readonly CodeSample[] => [
  {
    id: 'curl',
    title: 'curl',
    code: [
      `curl ${origin}/v1/analyze \\`,
      `  -H 'Authorization: Bearer ${key}' \\`,
      `  -F 'audio=@${quoted(file)}' \\`,
      Object.entries(ASKED)
        .map(([name, value]) => `  -F '${name}=${value}'`)
        .join(' \\\n'),
    ].join('\n'),
  },
  {
    id: 'typescript',
    title: 'TypeScript',
    code: [
      "import { openAsBlob } from 'node:fs';",
      "import { Undertone } from '@undertone/sdk';",
      '',
      `const undertone = new Undertone({ apiKey: '${key}', baseUrl: '${origin}' });`,
      'const result = await undertone.analyze({',
      `  audio: await openAsBlob('${quoted(file)}'),`,
      `  diarize: ${ASKED.diarize},`,
      `  cues: ${ASKED.cues},`,
      `  language: '${ASKED.language}',`,
      `  vertical: '${ASKED.vertical}',`,
      '});',
      'console.log(result.emotion, result.valence, result.turns, result.cues);',
    ].join('\n'),
  },
  {
    id: 'websocket',
    title: 'WebSocket',
    code: [
      "import WebSocket from 'ws';",
      '',
      `const socket = new WebSocket('${origin.replace(/^http/, 'ws')}/v1/stream', {`,
      `  headers: { Authorization: 'Bearer ${key}' },`,
      '});',
      "socket.on('message', (message) => console.log(JSON.parse(message.toString())));",
      "socket.on('open', () => {",
      `  socket.send(JSON.stringify({ type: 'config', sample_rate: 16000, vertical: '${ASKED.vertical}' }));`,
      '  // Then raw 16-bit samples, as they are spoken: socket.send(samples);',
      '});',
    ].join('\n'),
  },
];

export const webhookSample = (origin: string, key: string, secret: string): string =>
  [
    `curl ${origin}/v1/webhooks \\`,
    `  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
    `  -d '{"url": "https://your-server.example/undertone", "events": ["session.end"], "secret": "${secret}"}'`,
  ].join('\n');

/** A panel needs a token, which the customer's server asks for with the key. */
export const panelSample = (origin: string, key: string): string =>
  [
    `<script type="module" src="${origin}/undertone/embed.js"></script>`,
    '<undertone-panel token-endpoint="/my-server/undertone-token" subject="customer" consent-basis="consent"></undertone-panel>',
    '',
    '// On your server, at /my-server/undertone-token:',
    "import { createUndertoneTokenHandler } from '@undertone/sdk';",
    `export const GET = createUndertoneTokenHandler({ apiKey: '${key}', baseUrl: '${origin}', authorize: isLoggedIn });`,
  ].join('\n');

/** A name in single quotes, in a shell and in TypeScript. */
const quoted = (name: string): string => name.replaceAll(/['\\\n]/g, '_');
