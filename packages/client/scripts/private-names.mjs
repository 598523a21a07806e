// Finds the names of private members. A bundle may shorten them: only their own class uses them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** Every TypeScript source under `folder` that can be in a bundle. */
async function sources(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'));
}

const isPrivate = (node) =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) ?? false;
const isThis = (node) => node?.kind === ts.SyntaxKind.ThisKeyword;

/** The private names of one class, including parameter properties. */
function privateMembers({ members }) {
  const parameters = members.filter(ts.isConstructorDeclaration).flatMap((member) => member.parameters);
  // A private constructor has no name.
  return [...members, ...parameters].filter(isPrivate).flatMap(({ name }) => name?.text ?? []);
}

/** The property that a node names, and whether it is accessed through `this`. */
function propertyOf(node) {
  if (ts.isPropertyAccessExpression(node)) return { name: node.name.text, ofThis: isThis(node.expression) };
  if (ts.isBindingElement(node)) {
    return { name: (node.propertyName ?? node.name).text, ofThis: isThis(node.parent.parent.initializer) };
  }
  // A string may also be the name of a property.
  if (ts.isStringLiteralLike(node)) return { name: node.text, ofThis: false };
  const isMember =
    ts.isClassElement(node) ||
    ts.isTypeElement(node) ||
    ts.isObjectLiteralElementLike(node) ||
    ts.isParameterPropertyDeclaration(node, node.parent);
  return isMember && !isPrivate(node) ? { name: node.name?.text, ofThis: false } : undefined;
}

/** Collects the private names and all other names of one file. */
function readNames(file, privates, others) {
  /** @param own the private names of the class around `node` */
  const visit = (node, own) => {
    const members = ts.isClassLike(node) ? new Set(privateMembers(node)) : own;
    for (const name of members) privates.add(name);
    const property = propertyOf(node);
    if (property !== undefined && !(property.ofThis && own.has(property.name))) others.add(property.name);
    ts.forEachChild(node, (child) => visit(child, members));
  };
  visit(file, new Set());
}

/** The names that are private in these folders and never name anything else. */
export async function privateNames(folders) {
  const privates = new Set();
  const others = new Set();
  for (const path of (await Promise.all(folders.map(sources))).flat()) {
    const text = await readFile(path, 'utf8');
    readNames(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), privates, others);
  }
  return [...privates].filter((name) => !others.has(name));
}
