/**
 * The arrows of the architecture: which folder may not import from which. Read by the lint rule
 * `import-x/no-restricted-paths`; a new package needs a row here.
 */
const only = (target, allowed, message) => ({ target, from: './', except: allowed, message });

const packages = [
  'protocol',
  'prosody',
  'model',
  'fine-tune',
  'speaker',
  'client',
  'widget',
  'sdk',
  'console',
];
const packageArrows = {
  protocol: [],
  prosody: [],
  model: [],
  'fine-tune': [],
  speaker: ['model'],
  client: ['protocol', 'prosody', 'model'],
  widget: ['protocol', 'client'],
  sdk: ['protocol'],
  // Of the SDK types alone: a page never holds an API key.
  console: ['sdk', 'protocol'],
};

/** Packages import only the packages their arrow names, never relay, demo or test. */
const betweenPackages = packages.map((name) =>
  only(
    `./packages/${name}/src`,
    [...packageArrows[name].map((other) => `./packages/${other}`), `./packages/${name}`, './node_modules'],
    `packages/${name} may import only: ${packageArrows[name].join(', ') || 'no other package'}`,
  ),
);

const relayForbidden = {
  domain: ['transport', 'routes', 'stream', 'storage', 'inference', 'telemetry', 'app.ts', 'config.ts'],
  storage: ['transport', 'routes', 'stream', 'inference', 'app.ts', 'config.ts'],
  jobs: ['transport', 'routes', 'stream', 'inference', 'app.ts', 'config.ts'],
  inference: ['transport', 'routes', 'stream', 'storage', 'app.ts', 'config.ts'],
  stream: ['transport', 'routes', 'storage', 'app.ts', 'config.ts'],
  media: ['transport', 'routes', 'stream', 'storage', 'telemetry', 'app.ts', 'config.ts'],
  outbound: ['transport', 'routes', 'stream', 'storage', 'inference', 'telemetry', 'app.ts', 'config.ts'],
  rehearsal: ['transport', 'routes', 'storage', 'telemetry', 'app.ts', 'config.ts'],
  routes: ['app.ts', 'config.ts'],
  transport: ['routes', 'stream', 'domain', 'storage', 'inference', 'app.ts', 'config.ts'],
  telemetry: ['transport', 'routes', 'stream', 'domain', 'storage', 'inference', 'app.ts', 'config.ts'],
};

/** In the relay: transport → routes | stream → domain ← storage. */
const insideRelay = Object.entries(relayForbidden).flatMap(([folder, forbidden]) =>
  forbidden.map((other) => ({
    target: `./relay/src/${folder}`,
    from: `./relay/src/${other}`,
    message: `relay/src/${folder} may not import relay/src/${other}`,
  })),
);

export const arrows = [
  ...betweenPackages,
  only(
    './relay/src',
    [
      './relay',
      './packages/protocol',
      './packages/prosody',
      './packages/model',
      './packages/fine-tune',
      './packages/speaker',
      './node_modules',
    ],
    'the relay may import only protocol, prosody, model, fine-tune and speaker',
  ),
  ...insideRelay,
  { target: './packages/client/src/worklet', from: './packages/client/src', except: ['./worklet'] },
  { target: './packages/client/src/capture', from: './packages/client/src/session' },
  { target: './packages/client/src/vad', from: './packages/client/src/session' },
  { target: './packages/client/src/transport', from: './packages/client/src/session' },
];
