/** Takes the library's files along in an esbuild build. */
export function undertoneAssets(): { name: string; setup: (build: never) => void };
