// Bundles the companion plugin into dist/plugin/: the three files that go into a vault. With the
// stand-in for the app, which tests and pictures run it in.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';

/** Modules that the app has; a second copy of CodeMirror would not work with its editors. */
const provided = [
  'obsidian',
  'electron',
  ...['autocomplete', 'collab', 'commands', 'language', 'lint', 'search', 'state', 'view'].map(
    (name) => `@codemirror/${name}`,
  ),
  ...['common', 'highlight', 'lr'].map((name) => `@lezer/${name}`),
];

export const pluginOptions = {
  entryPoints: ['plugin/src/main.ts'],
  outfile: 'dist/plugin/main.js',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'es2022',
  // Readable, as the review of plugins asks: only white space and comments go.
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  external: provided,
};

/** Returns the metafile of what it built. */
export async function buildPlugin(root) {
  const folder = resolve(root, 'dist/plugin');
  await mkdir(folder, { recursive: true });
  const { metafile } = await build({ ...pluginOptions, absWorkingDir: root });
  await copyFile(resolve(root, 'plugin/styles.css'), resolve(folder, 'styles.css'));
  const manifest = await readFile(resolve(root, 'plugin/manifest.json'), 'utf8');
  await writeFile(resolve(folder, 'manifest.json'), manifest);
  return metafile;
}

export async function buildStandIn(root) {
  await build({
    absWorkingDir: root,
    entryPoints: ['plugin/stand-in/main.ts'],
    outfile: 'dist/plugin-stand-in.js',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
  });
}
