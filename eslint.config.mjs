import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import tseslint from 'typescript-eslint';
import { arrows, testArrows } from './config/arrows.mjs';

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/generated/**',
      '**/node_modules/**',
      '.data/**',
      // AssemblyScript: its own compiler checks it (packages/prosody/scripts/generate.mjs).
      'packages/prosody/kernel/**',
      'coverage/**',
      '**/public/**',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: {
      // Without both, `no-cycle` reads no TypeScript file and finds nothing.
      'import-x/extensions': ['.ts', '.mjs', '.js'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          conditionNames: ['undertone-source', 'types', 'import', 'default'],
        }),
      ],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: arrows }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        // A `default` must not hide a forgotten member.
        { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'PrivateIdentifier', message: 'Write `private`: one way for all classes.' },
        {
          selector: ':matches(Program, ExportNamedDeclaration) > FunctionDeclaration[generator=false]',
          message: 'Write `const name = (…) => …`: one way for all functions of a module.',
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'no-console': 'off' },
  },
  {
    files: ['**/*.test.ts', 'relay/src/**/testing/**/*.ts'],
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: testArrows }],
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.base],
    rules: { eqeqeq: 'error', 'prefer-const': 'error', 'no-var': 'error' },
  },
);
