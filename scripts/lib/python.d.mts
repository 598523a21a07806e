/** The path of a Python that can import all of the modules, if there is one. */
export declare function findPython(modules: readonly string[]): string | undefined;
