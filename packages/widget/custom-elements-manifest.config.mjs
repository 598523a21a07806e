/**
 * Settings of `@custom-elements-manifest/analyzer`. The build writes `dist/custom-elements.json`, from which editors and generators
 * of framework bindings read the elements: their tags as our `define` gives them, what a page can use, and the files that are shipped.
 */
const OURS = 'undertone-';

/** Class names by tag: `define('undertone-meter', UndertoneMeter)`. */
const tags = new Map();

const shipped = (path) => path.replace(/^\/?src\//, 'dist/').replace(/\.ts$/, '.js');
const isPublic = ({ privacy }) => privacy === undefined || privacy === 'public';

/** Puts the path of the file that is shipped wherever one of the source stands. */
const shipPaths = (value) => {
  if (Array.isArray(value)) return value.map(shipPaths);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      (key === 'module' || key === 'path') && typeof inner === 'string' ? shipped(inner) : shipPaths(inner),
    ]),
  );
};

/** What a page can use of a class. The analyzer also lists events that it could not name. */
const element = (tagName, declaration) => ({
  ...declaration,
  tagName,
  customElement: true,
  members: (declaration.members ?? []).filter(isPublic),
  events: (declaration.events ?? []).filter(({ name }) => name?.startsWith(OURS)),
});

export default {
  globs: ['src/**/*.ts'],
  // The script tag's panel has the tag of the library's: one tag is told once.
  exclude: ['src/**/*.test.ts', 'src/embed/**', 'src/embed.ts'],
  outdir: 'dist',
  litelement: true,
  quiet: true,
  // It has the field. The analyzer would write it into the package.json of wherever it is called from.
  packagejson: false,
  plugins: [
    {
      name: 'undertone-elements',
      analyzePhase({ ts, node }) {
        if (!ts.isCallExpression(node) || node.expression.getText() !== 'define') return;
        const [tag, declared] = node.arguments;
        tags.set(tag.text, declared.getText());
      },
      packageLinkPhase({ customElementsManifest }) {
        customElementsManifest.modules = customElementsManifest.modules.flatMap((file) => {
          const found = [...tags].flatMap(([tag, name]) =>
            file.declarations
              .filter((declaration) => declaration.kind === 'class' && declaration.name === name)
              .map((declaration) => element(tag, declaration)),
          );
          if (found.length === 0) return [];
          const definitions = found.map(({ tagName, name }) => ({
            kind: 'custom-element-definition',
            name: tagName,
            declaration: { name, module: file.path },
          }));
          const exports = file.exports.filter(({ declaration }) =>
            found.some(({ name }) => name === declaration?.name),
          );
          return [shipPaths({ ...file, declarations: found, exports: [...exports, ...definitions] })];
        });
      },
    },
  ],
};
