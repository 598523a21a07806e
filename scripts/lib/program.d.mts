/** Finds or installs a program; otherwise prints the exact command and ends the process. */
export declare function ensureProgram(name: string, purpose: string): Promise<void>;
/** Whether a program can be run, after installing its Debian package if that is allowed. */
export declare function findProgram(name: string, packageName?: string): Promise<boolean>;
/** The command that installs a Debian package by hand. */
export declare function installCommand(name: string): string;
/** Whether a part of a program is there that Debian packages apart from it, after installing that package if that is allowed. */
export declare function findPart(isThere: () => boolean, packageName: string): Promise<boolean>;
