/**
 * The arrows of the architecture: which folder may not import from which. The lint rule `import-x/no-restricted-paths`
 * reads them; a new package needs a row here.
 */
const only = (target, allowed, message) => ({ target, from: './', except: allowed, message });

const packages = [
  'protocol',
  'prosody',
  'model',
  'fine-tune',
  'hearing',
  'speaker',
  'client',
  'widget',
  'sdk',
  'livekit',
  'console',
];
export const packageArrows = {
  protocol: [],
  prosody: [],
  model: [],
  'fine-tune': ['model'],
  // What a channel's sound means, in a relay's worker or a page's.
  hearing: ['protocol', 'prosody', 'model', 'fine-tune'],
  speaker: ['model'],
  client: ['protocol', 'prosody', 'model', 'hearing'],
  widget: ['protocol', 'client'],
  sdk: ['protocol'],
  // It runs the client's connection in Node, and asks for its tokens through the SDK.
  livekit: ['protocol', 'client', 'sdk'],
  // Only types of the SDK: a page never holds an API key. The words of the panel, so that one thing has one name. Of the client only
  // what watches a call.
  console: ['sdk', 'protocol', 'client', 'widget'],
};

/** Packages import only the packages in their row, never relay, demo or test. */
const betweenPackages = packages.map((name) =>
  only(
    `./packages/${name}/src`,
    [...packageArrows[name].map((other) => `./packages/${other}`), `./packages/${name}`, './node_modules'],
    `packages/${name} may import only: ${packageArrows[name].join(', ') || 'no other package'}`,
  ),
);

/** Folders of relay/src/domain, lowest layer first. Each may import the folders in its row and domain's loose files. */
export const domainArrows = {
  limits: ['concurrency'],
  accounts: ['domain/limits'],
  audit: [],
  billing: ['domain/accounts'],
  call: [],
  events: [],
  idempotency: ['concurrency'],
  lines: [],
  predictions: ['domain/call'],
  alerts: ['domain/predictions'],
  kpis: ['domain/predictions'],
  keys: ['domain/accounts', 'domain/limits'],
  members: ['domain/accounts', 'domain/keys'],
  telephony: ['domain/call', 'domain/lines'],
  tokens: ['domain/accounts', 'domain/billing', 'domain/keys', 'domain/limits', 'domain/telephony'],
  webhooks: ['domain/events'],
  recordings: ['domain/accounts', 'domain/call', 'domain/lines'],
  speakers: ['concurrency', 'domain/accounts', 'domain/billing', 'domain/call', 'domain/recordings'],
  'fine-tune': ['concurrency', 'domain/billing', 'domain/call', 'domain/events', 'domain/recordings'],
  analysis: [
    'concurrency',
    'domain/accounts',
    'domain/billing',
    'domain/call',
    'domain/events',
    'domain/fine-tune',
    'domain/lines',
    'domain/recordings',
    'domain/speakers',
  ],
  conversations: [
    'domain/accounts',
    'domain/alerts',
    'domain/analysis',
    'domain/call',
    'domain/events',
    'domain/kpis',
    'domain/predictions',
    'domain/recordings',
  ],
  live: ['domain/accounts', 'domain/call', 'domain/fine-tune', 'domain/lines', 'domain/speakers'],
};

/** Folders of relay/src, lowest layer first: transport → routes | stream → domain ← storage. */
export const relayArrows = {
  concurrency: [],
  memory: [],
  socket: [],
  telemetry: [],
  transport: ['concurrency', 'memory', 'socket'],
  domain: ['concurrency'],
  config: ['domain'],
  inference: ['concurrency', 'domain'],
  outbound: [],
  media: ['concurrency', 'inference', 'memory', 'outbound'],
  // `memory` for the thread of the embedded database, whose start leaves garbage as the relay's own does.
  storage: ['domain', 'memory'],
  jobs: ['concurrency', 'domain', 'outbound', 'storage'],
  stream: ['concurrency', 'domain', 'inference', 'socket'],
  routes: ['concurrency', 'domain', 'socket', 'storage', 'stream', 'telemetry', 'transport'],
  // The dialect of another service's clients, translated. Only `app` knows of it.
  compatibility: ['concurrency', 'domain', 'media', 'routes', 'socket', 'stream', 'transport'],
  // `storage` for backup, restore and migrate, which run while no relay does.
  cli: ['config', 'storage'],
  app: [
    'compatibility',
    'concurrency',
    'config',
    'domain',
    'inference',
    'jobs',
    'media',
    'memory',
    'outbound',
    'routes',
    'socket',
    'storage',
    'stream',
    'telemetry',
    'transport',
  ],
};

/** Loose files of relay/src/domain, which every folder of it may import. */
const DOMAIN_GROUND = [
  'defined',
  'distinct-list',
  'fault',
  'ids',
  'keep-newest',
  'page-end',
  'removed-ids',
  'unreadable-row',
  'storable-text',
  'storable-time',
];

/** Turns rows into lint zones. A row names every folder that its folder may import. */
const rooms = (arrows, folder, loose = []) =>
  Object.entries(arrows).map(([room, allowed]) => ({
    target: `${folder}/${room}`,
    from: folder,
    except: [
      `./${room}`,
      ...allowed
        .filter((other) => arrows[other.split('/').at(-1)] !== undefined)
        .map((other) => `./${other.split('/').at(-1)}`),
      ...loose.map((file) => `./${file}.ts`),
    ],
    message: `${folder}/${room} may import only: ${allowed.join(', ') || 'no other room'}`,
  }));

/** The rules for tests too: they may import every folder of their package, but only the packages that it may import. */
export const testArrows = [
  ...betweenPackages,
  only(
    './relay/src',
    [
      './relay',
      './packages/protocol',
      './packages/prosody',
      './packages/model',
      './packages/fine-tune',
      './packages/hearing',
      './packages/speaker',
      './node_modules',
    ],
    'the relay may import only protocol, prosody, model, fine-tune, hearing and speaker',
  ),
  { target: './packages/client/src/worklet', from: './packages/client/src', except: ['./worklet'] },
  { target: './packages/client/src/capture', from: './packages/client/src/session' },
  { target: './packages/client/src/vad', from: './packages/client/src/session' },
  { target: './packages/client/src/hearing', from: './packages/client/src/session' },
  { target: './packages/client/src/transport', from: './packages/client/src/session' },
];

export const arrows = [
  ...testArrows,
  ...rooms(relayArrows, './relay/src'),
  ...rooms(domainArrows, './relay/src/domain', DOMAIN_GROUND),
];
