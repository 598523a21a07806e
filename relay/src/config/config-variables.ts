/** One environment variable: what `--help` says about it. */
export interface VariableHelp {
  readonly name: string;
  readonly fallback: string;
  readonly text: string;
}

/** Every variable the relay reads, in the order in which `--help` lists them. */
export const VARIABLES = [
  { name: 'PORT', fallback: '8787', text: 'TCP port, 0 for any free one' },
  { name: 'HOST', fallback: '127.0.0.1', text: 'address to listen on; 0.0.0.0 for every interface' },
  {
    name: 'UNDERTONE_DATA_DIR',
    fallback: './.data',
    text: 'folder for the embedded database and the token secret',
  },
  { name: 'DATABASE_URL', fallback: '(embedded)', text: 'postgres://… to use a Postgres server instead' },
  {
    name: 'UNDERTONE_BOOTSTRAP_KEY',
    fallback: '(made)',
    text: 'psk_… the first API key, instead of one made and printed once',
  },
  {
    name: 'UNDERTONE_BOOTSTRAP_PLAN',
    fallback: 'pro',
    text: 'plan of the first organization: free, starter, pro, enterprise',
  },
  {
    name: 'UNDERTONE_BOOTSTRAP_CREDITS',
    fallback: '1000000',
    text: 'seconds of audio that the first organization’s wallet opens with, once',
  },
  {
    name: 'UNDERTONE_TOKEN_SECRET',
    fallback: '(made)',
    text: 'signs stream tokens, 32 characters or more; the same on every relay; several with commas, the first signs',
  },
  {
    name: 'UNDERTONE_ADMIN_TOKEN',
    fallback: '(made)',
    text: 'opens the admin API and the command line, 32 characters or more; several with commas',
  },
  {
    name: 'UNDERTONE_ADMIN_URL',
    fallback: '(this machine)',
    text: 'where the command line finds the relay, http://… or https://…',
  },
  {
    name: 'UNDERTONE_RELAY_URL',
    fallback: '(not told)',
    text: 'wss://… where pages reach this very relay among several; told to observers of its sessions',
  },
  {
    name: 'UNDERTONE_PUBLIC_URL',
    fallback: '(as requested)',
    text: 'wss://… the origin that telephony vendors call, when a proxy changes the Host header; their signatures cover it',
  },
  {
    name: 'UNDERTONE_TELEPHONY',
    fallback: '(none)',
    text: 'file of the accounts at Twilio and Genesys whose calls come to this relay, with their secrets; read again when it changes',
  },
  {
    name: 'UNDERTONE_MODEL',
    fallback: 'everything',
    text: '`everything` (not for commercial use) or `open`, or the path of a live reader or of a model that keeps the contract',
  },
  { name: 'UNDERTONE_WORKERS', fallback: '(cores)', text: 'inference threads, 1 to 64' },
  { name: 'UNDERTONE_MAX_SESSIONS', fallback: '2000', text: 'sessions this relay holds at most' },
  {
    name: 'UNDERTONE_AGENT_PORT',
    fallback: '0',
    text: 'TCP port that tells HAProxy’s agent-check the free share of these sessions; 0: none',
  },
  {
    name: 'UNDERTONE_MAX_MEMORY_MB',
    fallback: '(the container’s)',
    text: 'memory of this process; at nine tenths of it, or of the container’s limit, new sessions are refused',
  },
  {
    name: 'UNDERTONE_HANDSHAKES_PER_MINUTE',
    fallback: '600',
    text: 'WebSocket handshakes one address may make',
  },
  {
    name: 'UNDERTONE_SOCKETS_PER_ADDRESS',
    fallback: '10000',
    text: 'WebSockets one address may have open',
  },
  {
    name: 'UNDERTONE_REQUESTS_PER_ADDRESS',
    fallback: '120000',
    text: 'HTTP requests a minute one address may make with keys',
  },
  {
    name: 'UNDERTONE_SECRETS_KEY',
    fallback: '(token secret)',
    text: 'encrypts webhook secrets, 32 characters or more; several with commas, the newest first',
  },
  {
    name: 'UNDERTONE_ACCEPT_LOST_SECRETS',
    fallback: 'off',
    text: 'on: start although a secret that this database was used with is missing',
  },
  {
    name: 'UNDERTONE_PRICE',
    fallback: '(none)',
    text: 'what a minute of audio costs, such as EUR 0.012: wallets then show money beside credits',
  },
  { name: 'UNDERTONE_SMTP_URL', fallback: '(no mail)', text: 'smtp:// or smtps://… for mail to owners' },
  { name: 'UNDERTONE_SMTP_FROM', fallback: 'undertone@localhost', text: 'sender of that mail' },
  {
    name: 'UNDERTONE_OWNER_EMAIL',
    fallback: '(none)',
    text: 'told of webhooks in trouble where an organization has no owner with an address',
  },
  {
    name: 'UNDERTONE_ALLOW_PRIVATE_URLS',
    fallback: 'off',
    text: 'on: audio_url and webhooks may lead into private networks; for tests and on-premise use only',
  },
  {
    name: 'UNDERTONE_OIDC_ISSUER',
    fallback: '(none)',
    text: 'https://… the company’s OpenID provider, where members sign in to the console too',
  },
  {
    name: 'UNDERTONE_OIDC_CLIENT_ID',
    fallback: '(none)',
    text: 'this relay’s name there; it comes back to …/console/company/callback',
  },
  {
    name: 'UNDERTONE_OIDC_CLIENT_SECRET',
    fallback: '(public client)',
    text: 'its secret there',
  },
  {
    name: 'UNDERTONE_OIDC_ORGANIZATION',
    fallback: '(the first)',
    text: 'org_… the organization whose members sign in so',
  },
  {
    name: 'UNDERTONE_OIDC_ROLE',
    fallback: '(invited only)',
    text: 'what somebody becomes who was not invited: viewer, supervisor, developer, owner',
  },
  {
    name: 'UNDERTONE_METRICS_TOKEN',
    fallback: '(open)',
    text: 'bearer token that /metrics asks for, 16 characters or more; several with commas',
  },
  {
    name: 'UNDERTONE_STOP_DELAY',
    fallback: '0',
    text: 'seconds from SIGTERM, when /readyz fails, until nobody new is let in',
  },
  {
    name: 'UNDERTONE_STOP_GRACE',
    fallback: '20',
    text: 'seconds that requests may take to finish after that',
  },
  {
    name: 'UNDERTONE_TRUST_PROXY',
    fallback: 'off',
    text: 'on: the last X-Forwarded-For entry is the client',
  },
  {
    name: 'UNDERTONE_DEMO',
    fallback: '(on, if HOST is local)',
    text: 'on or off: the demo at / and its token endpoint',
  },
  { name: 'UNDERTONE_DEMO_DIR', fallback: '(demo/dist)', text: 'folder of the built demo' },
  {
    name: 'UNDERTONE_CONSOLE_DIR',
    fallback: '(packages/console)',
    text: 'folder of the built console, served at /console',
  },
  { name: 'UNDERTONE_LOG_LEVEL', fallback: 'info', text: 'error, warn, info, debug or silent' },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '(off)',
    text: 'http://… of an OpenTelemetry collector (OTLP over HTTP), which then gets traces and metrics',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: '(none)',
    text: 'name=value,… sent to the collector, for example its authorization',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    fallback: 'http/protobuf',
    text: 'http/protobuf or http/json',
  },
  { name: 'OTEL_SERVICE_NAME', fallback: 'undertone-relay', text: 'service.name of traces and metrics' },
  {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    fallback: '(none)',
    text: 'name=value,… about this relay, for example deployment.environment.name=production',
  },
  { name: 'OTEL_TRACES_EXPORTER', fallback: 'otlp', text: 'otlp, or none to send no traces' },
  { name: 'OTEL_METRICS_EXPORTER', fallback: 'otlp', text: 'otlp, or none to send no metrics' },
  {
    name: 'OTEL_TRACES_SAMPLER',
    fallback: 'parentbased_always_on',
    text: 'always_on, always_off, traceidratio, or parentbased_… of these',
  },
  { name: 'OTEL_TRACES_SAMPLER_ARG', fallback: '1', text: 'share of traces that traceidratio keeps, 0 to 1' },
  {
    name: 'OTEL_METRIC_EXPORT_INTERVAL',
    fallback: '60000',
    text: 'milliseconds from one report of the metrics to the next',
  },
  { name: 'OTEL_SDK_DISABLED', fallback: 'false', text: 'true: off, whatever else is set' },
] as const satisfies readonly VariableHelp[];

export type VariableName = (typeof VARIABLES)[number]['name'];

/** The text of `--help`. */
export const helpText = (): string => {
  const width = Math.max(...VARIABLES.map(({ name }) => name.length));
  const lines = VARIABLES.map(({ name, fallback, text }) => `  ${name.padEnd(width)}  ${text} [${fallback}]`);
  return [
    'Undertone relay: live speech in, emotion and steering out.',
    '',
    'Usage: undertone-relay [--help | --version]',
    '',
    'Environment variables, with what holds when they are not set:',
    ...lines,
    '',
    'Each may be a file’s text instead: UNDERTONE_TOKEN_SECRET_FILE=/run/secrets/token-secret. Give secrets in this way.',
    '',
  ].join('\n');
};
