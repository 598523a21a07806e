/** The path of a helm that works; installs one if there is none, or ends the process with what to do. */
export declare function ensureHelm(): Promise<string>;
