/** Ends the process with the exact command where a program cannot be had. */
export declare function ensureProgram(name: string, purpose: string): Promise<void>;
