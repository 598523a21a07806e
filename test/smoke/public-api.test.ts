/** Whoever uses a public package sees in the editor what each of its exports is. */
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { publicPackages, readManifest } from '../support/packed.js';

/** How many exports of a package have no comment. The numbers only go down. */
const NOT_YET: Readonly<Record<string, number>> = {
  'fine-tune': 11,
  hearing: 6,
  livekit: 2,
  model: 3,
  prosody: 6,
  relay: 1,
  sdk: 42,
  speaker: 4,
};

it('every export of every public package has a TSDoc comment', { timeout: 120_000 }, async () => {
  const entries = new Map<string, readonly string[]>();
  for (const [name, folder] of await publicPackages()) {
    const targets = Object.values((await readManifest(folder)).exports);
    const types = targets.flatMap((target) => (typeof target === 'string' ? [] : target.types));
    entries.set(
      name,
      types.map((path) => join(folder, path)),
    );
  }
  const program = ts.createProgram([...entries.values()].flat(), {
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    target: ts.ScriptTarget.ES2022,
    noLib: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const isSilent = (symbol: ts.Symbol): boolean => {
    const named = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    // An editor shows no comment of a namespace, but those of what it holds.
    if (named.flags & ts.SymbolFlags.ValueModule) return checker.getExportsOfModule(named).some(isSilent);
    return named.getDocumentationComment(checker).length === 0 && named.getJsDocTags().length === 0;
  };
  const silent: Record<string, string[]> = {};
  for (const [name, files] of entries) {
    const modules = files.flatMap((file) => {
      const source = program.getSourceFile(file);
      const symbol = source && checker.getSymbolAtLocation(source);
      return symbol === undefined ? [] : checker.getExportsOfModule(symbol);
    });
    const found = [...new Set(modules.filter(isSilent).map((symbol) => symbol.name))].sort();
    if (found.length !== (NOT_YET[name] ?? 0)) silent[name] = found;
    expect(modules.length, name).toBeGreaterThan(0);
  }
  // A package that is listed here has more of them, or fewer: then lower its number.
  expect(silent).toEqual({});
});
