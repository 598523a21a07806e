export { compatibleEndpoint } from './compatible-endpoint.js';
