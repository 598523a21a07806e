/** Finds or installs a program; otherwise prints the exact command and ends the process. */
export declare function ensureProgram(name: string, purpose: string): Promise<void>;
