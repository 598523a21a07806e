/** Whoever uses a public package sees in the editor what each of its exports is. */
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { publicPackages, readManifest } from '../support/packed.js';

describe('the types of the public packages', () => {
  let checker: ts.TypeChecker;
  const exportsOf = new Map<string, readonly ts.Symbol[]>();

  beforeAll(async () => {
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
    checker = program.getTypeChecker();
    for (const [name, files] of entries) {
      const found = files.flatMap((file) => {
        const source = program.getSourceFile(file);
        const symbol = source && checker.getSymbolAtLocation(source);
        return symbol === undefined ? [] : checker.getExportsOfModule(symbol);
      });
      exportsOf.set(name, found);
    }
  }, 120_000);

  const resolved = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

  const isSilent = (symbol: ts.Symbol): boolean => {
    const named = resolved(symbol);
    // An editor shows no comment of a namespace, but those of what it holds.
    if (named.flags & ts.SymbolFlags.ValueModule) return checker.getExportsOfModule(named).some(isSilent);
    return named.getDocumentationComment(checker).length === 0 && named.getJsDocTags().length === 0;
  };

  const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

  it('every export of every public package has a TSDoc comment', () => {
    const silent: Record<string, readonly string[]> = {};
    for (const [name, symbols] of exportsOf) {
      expect(symbols.length, name).toBeGreaterThan(0);
      const found = sorted(symbols.filter(isSilent).map((symbol) => symbol.name));
      if (found.length > 0) silent[name] = found;
    }
    expect(silent).toEqual({});
  });

  it('methods, properties and options of classes and interfaces have one, too', () => {
    const silent: Record<string, readonly string[]> = {};
    for (const [name, symbols] of exportsOf) {
      const found = sorted(
        symbols.map(resolved).flatMap((symbol) =>
          membersOf(symbol)
            .filter((member) => isSilent(member))
            .map((member) => `${symbol.name}.${member.name}`),
        ),
      );
      if (found.length > 0) silent[name] = found;
    }
    expect(silent).toEqual({});
  });
});

/** What a user can call, pass or read. */
const membersOf = (symbol: ts.Symbol): readonly ts.Symbol[] => {
  if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return [];
  return [...(symbol.members?.values() ?? []), ...(symbol.exports?.values() ?? [])].filter(
    ({ name, flags, declarations = [] }) =>
      // Every class has a prototype, and an error's name is that of its class.
      name !== 'prototype' &&
      !(name === 'name' && symbol.name.endsWith('Error')) &&
      (flags & (ts.SymbolFlags.Property | ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) !== 0 &&
      declarations.every(
        (declaration) =>
          (ts.getCombinedModifierFlags(declaration) & HIDDEN) === 0 && !isComputed(declaration),
      ),
  );
};

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

const isComputed = (declaration: ts.Declaration): boolean => {
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && (ts.isComputedPropertyName(name) || ts.isPrivateIdentifier(name));
};
