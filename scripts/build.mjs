// Bundles vaultd into dist/: `cli` and `mcp` are small and start at once, `engine` serves one client
// from its own process, `server` has everything that listens, and worker threads, libraries, tests and
// tools are entries of their own.
// With --tests, what only tests need is built too; with --all, also what faults, benchmarks and tools need.
// A build of the same sources is left as it is.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildDashboard } from './build-dashboard.mjs';
import { buildPlugin, buildStandIn } from './build-plugin.mjs';
import { BuildStamp } from './build-stamp.mjs';
import { findPackages, toNotices } from './notices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const readJson = async (name) => JSON.parse(await readFile(resolve(root, name), 'utf8'));
const { version } = await readJson('package.json');

const {
  programs,
  engine,
  server,
  entries: shipped,
  tests,
  development,
} = await readJson('scripts/entries.json');
const has = (flag) => process.argv.includes(flag);
/** Name in dist/ → source. Worker threads are entries too. */
const entries = {
  ...shipped,
  ...((has('--tests') || has('--all')) && tests),
  ...(has('--all') && development),
};

/** What programs load later, by file: the name of each part in it → source. */
const loadedLater = { engine, server };

/** A program that imports such a part lazily loads its file then. */
const lazyParts = {
  name: 'lazy-parts',
  setup({ onResolve, onLoad }) {
    const bySource = new Map(
      Object.entries(loadedLater).flatMap(([file, parts]) =>
        Object.entries(parts).map(([part, source]) => [resolve(root, source), `${file}-${part}`]),
      ),
    );
    onResolve({ filter: /^\.{1,2}\// }, ({ path, importer, kind }) => {
      const use = bySource.get(resolve(dirname(importer), path));
      if (kind !== 'dynamic-import' || use === undefined) return undefined;
      return { path: use, namespace: 'later' };
    });
    onResolve({ filter: /load\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: 'later' }, ({ path: use }) => {
      const [, file, part] = /^(\w+)-(.+)$/.exec(use);
      const contents = `module.exports = require('../bin/load.cjs').load('${file}', '${use}')['${part}'];`;
      return { contents, loader: 'js' };
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
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  external: ['sharp', 'playwright-core'],
  plugins: [oneLocale, parsedJson],
  define: { VAULTD_VERSION: JSON.stringify(version) },
};
const asModules = {
  format: 'esm',
  splitting: true,
  // Bundled CommonJS packages still call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};
/** CommonJS, the one form in which Node 20 takes code with what V8 compiled of it (bin/load.cjs). */
const asPrograms = {
  format: 'cjs',
  supported: { 'dynamic-import': false },
  outExtension: { '.js': '.cjs' },
  define: { ...options.define, 'import.meta.url': '__moduleUrl' },
  banner: { js: "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
};
const stamp = new BuildStamp(root, { ...programs, ...engine, ...server, ...entries });
if (!stamp.isCurrent()) {
  stamp.remove();
  for (const old of ['dist', '.cache'])
    await rm(resolve(root, old), { recursive: true, force: true });
  await buildAll();
  await startOnce();
  stamp.write();
}

async function buildAll() {
  const built = await Promise.all([
    ...Object.entries(entries).map(([name, source]) =>
      bundle(name in shipped, { ...asModules, entryPoints: { [name]: source } }),
    ),
    bundleProgram({ entryPoints: programs, plugins: [...options.plugins, lazyParts] }),
    ...Object.entries(loadedLater).map(([file, parts]) =>
      bundleProgram({
        stdin: { contents: listParts(parts), resolveDir: root, sourcefile: `${file}.js` },
        outdir: undefined,
        outExtension: undefined,
        outfile: `dist/${file}.cjs`,
      }),
    ),
  ]);
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

async function bundle(isShipped, more) {
  const { metafile } = await build({ ...options, ...more });
  return { isShipped, metafile };
}

/** The bundler leaves some letters in templates and patterns; text that is all ASCII takes half the memory. */
function toEscape(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Begins each file with a digest of it, by which `bin/load.cjs` knows what was compiled of it. */
async function bundleProgram(more) {
  const { metafile, outputFiles } = await build({
    ...options,
    ...asPrograms,
    ...more,
    write: false,
  });
  await mkdir(resolve(root, 'dist'), { recursive: true });
  for (const { path, text } of outputFiles) {
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    await writeFile(path, `//${digest}\n${text.replace(/[^\0-\x7f]/g, toEscape)}`);
  }
  return { isShipped: true, metafile };
}

/** Each part is evaluated when it is first asked for. */
function listParts(parts) {
  const getters = Object.entries(parts).map(
    ([part, source]) => `get '${part}'() { return require('./${source}'); }`,
  );
  return `module.exports = { ${getters.join(', ')} };`;
}

/** The first process leaves what V8 compiled; it should not be one that somebody waits for. */
async function startOnce() {
  const home = await mkdtemp(join(tmpdir(), 'vaultd-build-'));
  const call = (name, args) => ['tools/call', { name, arguments: args }];
  const requests = [
    [
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'build' } },
    ],
    ['tools/list', {}],
    call('obsidian_search_notes', { query: 'garden' }),
    call('obsidian_list_tags', {}),
  ];
  const lines = requests.map(([method, params], id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  );
  try {
    execFileSync(process.execPath, ['bin/vaultd', 'mcp', 'example-vault'], {
      cwd: root,
      input: `${lines.join('\n')}\n`,
      env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
