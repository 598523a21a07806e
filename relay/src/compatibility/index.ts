export { foreignJobReaders, withCompatibility } from './rest/index.js';
export { compatibleEndpoint } from './stream/index.js';
