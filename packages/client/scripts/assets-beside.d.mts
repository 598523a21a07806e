import type { Plugin } from 'vite';

/** Looks for the client's files beside the bundle. */
export function assetsBeside(): Plugin;
