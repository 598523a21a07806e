export { type Relay, startRelay } from './app.js';
export { type Config, ConfigError, loadConfig } from './config.js';
export { createLogger } from './telemetry/logger.js';
