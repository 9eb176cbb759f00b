// Bundles each entry into one file of dist/, and what it imports lazily (`import()`) into files
// beside it, so that a process compiles no more than it needs.
// With --tests, what only tests need is built too; with --all, also what faults, benchmarks and tools need.
// A build of the same sources is left as it is.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildDashboard } from './build-dashboard.mjs';
import { buildPlugin, buildStandIn } from './build-plugin.mjs';
import { BuildStamp } from './build-stamp.mjs';
import { findPackages, toNotices } from './notices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const readJson = async (name) => JSON.parse(await readFile(resolve(root, name), 'utf8'));
const { version } = await readJson('package.json');

/** Name in dist/ → source. Worker threads are entries too. */
const { entries: shipped, tests, development } = await readJson('scripts/entries.json');
const has = (flag) => process.argv.includes(flag);
const entries = {
  ...shipped,
  ...((has('--tests') || has('--all')) && tests),
  ...(has('--all') && development),
};

/** An entry that starts another one keeps that import. */
const lazyEntries = {
  name: 'lazy-entries',
  setup({ onResolve }) {
    const bySource = new Map(
      Object.entries(entries).map(([name, source]) => [resolve(root, source), name]),
    );
    onResolve({ filter: /^\.{1,2}\// }, ({ path, importer, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const name = bySource.get(resolve(dirname(importer), path));
      return name === undefined ? undefined : { path: `./${name}.js`, external: true };
    });
  },
};

/** V8 parses a text of JSON several times faster than the same data as code. */
const parsedJson = {
  name: 'parsed-json',
  setup({ onLoad }) {
    onLoad({ filter: /\.generated\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
      return { contents: `export default JSON.parse(${JSON.stringify(text)});`, loader: 'js' };
    });
  },
};

/** We say ourselves what is wrong, in English, so the words of forty other languages stay out. */
const oneLocale = {
  name: 'one-locale',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};

const options = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  external: ['sharp', 'playwright-core'],
  plugins: [lazyEntries, oneLocale, parsedJson],
  define: { VAULTD_VERSION: JSON.stringify(version) },
  // Bundled CommonJS packages still call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};
const stamp = new BuildStamp(root, entries);
if (!stamp.isCurrent()) {
  stamp.remove();
  await rm(resolve(root, 'dist'), { recursive: true, force: true });
  await buildAll();
  stamp.write();
}

async function buildAll() {
  // All together would share their code in dozens of small files, which take longer to load. These
  // are nearly the same program, so that they share a few large ones.
  const daemons = ['daemon', 'in-process', 'remote-daemon'];
  const alone = Object.keys(entries).filter((name) => !daemons.includes(name));
  const built = await Promise.all(
    [daemons, ...alone.map((name) => [name])].map(async (names) => {
      const entryPoints = Object.fromEntries(names.map((name) => [name, entries[name]]));
      const { metafile } = await build({ ...options, entryPoints });
      return { isShipped: names.every((name) => name in shipped), metafile };
    }),
  );
  const pages = await buildDashboard(root, version);
  const plugin = await buildPlugin(root);
  if (has('--tests') || has('--all')) await buildStandIn(root);
  const shippedFiles = built.filter(({ isShipped }) => isShipped).map(({ metafile }) => metafile);
  // The licences of what we bundle ask for their text to be passed on.
  const notices = toNotices(root, findPackages([...shippedFiles, ...pages, plugin]));
  for (const folder of ['dist', 'dist/dashboard']) {
    await writeFile(resolve(root, folder, 'THIRD-PARTY-NOTICES.txt'), notices);
  }
}
