/** Takes the library's files along in a Rollup build. */
export function undertoneAssets(): {
  name: string;
  transform: (code: string, id: string) => Promise<unknown>;
};
