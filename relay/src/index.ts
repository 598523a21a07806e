export { type Relay, startRelay } from './app/app.js';
export { type Config, ConfigError, loadConfig } from './config/config.js';
export { createLogger } from './telemetry/logger.js';
