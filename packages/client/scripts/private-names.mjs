// Marks the names of private members, so that a bundle may shorten them: only their own class uses them.
import ts from 'typescript';

/** What a marked name begins with. No other name does. */
export const PRIVATE_MARK = '$private$';

const isPrivate = (node) =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) ?? false;
const isThis = (node) => node?.kind === ts.SyntaxKind.ThisKeyword;

/** The private names of one class, including parameter properties. A private constructor has no name. */
function privateMembers({ members }) {
  const parameters = members.filter(ts.isConstructorDeclaration).flatMap((member) => member.parameters);
  return [...members, ...parameters].filter(isPrivate).flatMap(({ name }) => name?.text ?? []);
}

const isAssigned = ({ parent }) =>
  ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
const isIn = ({ parent }) =>
  ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InKeyword;

/** The member that a node names, and whether it is one of `this`. */
function accessOf(node) {
  if (ts.isPropertyAccessExpression(node)) return { name: node.name.text, ofThis: isThis(node.expression) };
  if (ts.isBindingElement(node))
    return { name: (node.propertyName ?? node.name).text, ofThis: isThis(node.parent.parent.initializer) };
  // `({ name } = …)`
  if (ts.isObjectLiteralElementLike(node) && isAssigned(node.parent))
    return { name: node.name?.text, ofThis: false };
  if (ts.isStringLiteralLike(node) && (ts.isElementAccessExpression(node.parent) || isIn(node)))
    return { name: node.text, ofThis: false };
  return undefined;
}

/** Whether `this` is another one in a node. */
const hasOtherThis = (node) =>
  ts.isClassLike(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  (ts.isObjectLiteralElementLike(node) && (ts.isMethodDeclaration(node) || ts.isAccessor(node)));

/**
 * New names for the private members of a class. Only of those that nothing but `this` is asked for in it: whatever else is asked may be
 * of the same class.
 */
function newNames(node) {
  const own = new Set(privateMembers(node));
  const visit = (child, isOwnThis) => {
    const access = accessOf(child);
    if (access !== undefined && !(access.ofThis && isOwnThis)) own.delete(access.name);
    ts.forEachChild(child, (next) =>
      visit(next, isOwnThis && !(hasOtherThis(child) && child.parent !== node)),
    );
  };
  ts.forEachChild(node, (child) => visit(child, true));
  // A class that extends another must not take the same names.
  return new Map([...own].map((name, index) => [name, node.heritageClauses === undefined ? index : name]));
}

/** Whether an identifier names a member of the class around it. */
const namesMember = (node, parent, above) =>
  parent.name === node &&
  (ts.isPropertyAccessExpression(parent)
    ? isThis(parent.expression)
    : ts.isClassElement(parent) && ts.isClassLike(above));

/** Works on the emitted classes, in which parameter properties are fields and assignments. */
const markIn = (context) => (file) => {
  const { factory } = context;
  const visit = (node, names, parent, above) => {
    const marked = ({ text }) => factory.createIdentifier(PRIVATE_MARK + names.get(text));
    if (ts.isIdentifier(node) && names.has(node.text) && namesMember(node, parent, above))
      return marked(node);
    if (ts.isBindingElement(node) && isThis(above.initializer) && node.dotDotDotToken === undefined) {
      const key = node.propertyName ?? node.name;
      if (names.has(key.text))
        return factory.updateBindingElement(node, undefined, marked(key), node.name, node.initializer);
    }
    const inside = ts.isClassLike(node) ? newNames(ts.getOriginalNode(node)) : names;
    return ts.visitEachChild(node, (child) => visit(child, inside, node, parent), context);
  };
  return visit(file, new Map());
};

/** @returns the TypeScript as JavaScript, with {@link PRIVATE_MARK} before the names of private members, and its map */
export function markPrivates(source, fileName) {
  const { outputText, sourceMapText } = ts.transpileModule(source, {
    fileName,
    transformers: { after: [markIn] },
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      sourceMap: true,
    },
  });
  return { code: outputText.replace(/^\/\/# sourceMappingURL=.*$/m, ''), map: JSON.parse(sourceMapText) };
}
