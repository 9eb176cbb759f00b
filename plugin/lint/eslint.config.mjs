// What the review of plugins runs. It needs types, and a compiler older than the project's own.
import obsidianmd from 'eslint-plugin-obsidianmd';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['lint/**', 'stand-in/**', '**/*.test.ts'] },
  ...obsidianmd.configs.recommended,
  {
    files: ['src/**/*.ts'],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: process.cwd() },
    },
  },
);
