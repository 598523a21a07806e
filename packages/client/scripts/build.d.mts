/** Builds the browser bundles into `dist/bundle`; returns that folder. */
export function buildClient(options?: { logLevel?: 'info' | 'warn' | 'error' | 'silent' }): Promise<string>;
