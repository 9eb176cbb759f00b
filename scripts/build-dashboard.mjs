// Bundles the dashboard into dist/dashboard/: one page, hashed assets that may be kept for ever,
// kept compressed alone, and parts that load only when they are needed.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';

const common = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome120', 'firefox121', 'safari17.5'],
  legalComments: 'none',
  metafile: true,
  outdir: 'dist/dashboard/assets',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff2': 'file' },
  jsx: 'automatic',
  jsxImportSource: 'preact',
};

/** Returns the metafiles of what it built. */
export async function buildDashboard(root, version) {
  const inRoot = { ...common, absWorkingDir: root };
  // The page must know the name of the worker, so the worker is built first.
  const worker = await build({ ...inRoot, entryPoints: ['dashboard/graph/graph-worker.ts'] });
  const frame = await writeFrame(root, inRoot);
  const page = await build({
    ...inRoot,
    entryPoints: ['dashboard/main.tsx'],
    splitting: true,
    define: {
      VAULTD_VERSION: JSON.stringify(version),
      GRAPH_WORKER: JSON.stringify(`/assets/${outputOf(worker, 'graph-worker.ts')}`),
      DIAGRAM_FRAME: JSON.stringify(`/frames/${frame.name}`),
    },
  });
  // Its place says what it serves, so its name has no hash.
  const service = await build({
    ...inRoot,
    entryPoints: ['dashboard/service-worker.ts'],
    outdir: 'dist/dashboard',
    entryNames: '[name]',
  });
  await writePage(root, page);
  await compressAll(resolve(root, 'dist/dashboard'));
  return [worker.metafile, frame.metafile, service.metafile, page.metafile];
}

/**
 * The frame that draws diagrams is one file. It has no origin, so it can load nothing, and its
 * script is in it; its policy allows this script by its hash and no other.
 */
async function writeFrame(root, options) {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: ['dashboard/frames/diagram.ts'],
    format: 'iife',
    write: false,
  });
  const { text } = outputFiles.find(({ path }) => path.endsWith('.js'));
  const script = text.trim().replaceAll(/\r\n?/g, '\n').replaceAll('<!--', '<\\!--');
  const hash = createHash('sha256').update(script).digest('base64');
  const template = await readFile(resolve(root, 'dashboard/frames/diagram.html'), 'utf8');
  const html = template
    .replace('{{policy}}', `script-src 'sha256-${hash}'`)
    .replace(/<!--.*?-->/, () => `<script>${script}</script>`);
  const name = `diagram-${hash.replaceAll(/\W/g, '').slice(0, 8).toUpperCase()}.html`;
  await mkdir(resolve(root, 'dist/dashboard/frames'), { recursive: true });
  await writeFile(resolve(root, 'dist/dashboard/frames', name), html);
  return { name, metafile };
}

/** The name of what an entry became; style sheets of an entry are named beside it. */
function outputOf({ metafile }, source, kind = '.js') {
  for (const [file, { entryPoint, cssBundle }] of Object.entries(metafile.outputs)) {
    if (entryPoint?.endsWith(source)) return basename(kind === '.css' ? cssBundle : file);
  }
  throw new Error(`${source} was not built.`);
}

async function writePage(root, page) {
  const template = await readFile(resolve(root, 'dashboard/index.html'), 'utf8');
  for (const name of ['icon.svg', 'manifest.webmanifest', 'offline.html']) {
    await copyFile(resolve(root, 'dashboard', name), resolve(root, 'dist/dashboard', name));
  }
  const fonts = Object.keys(page.metafile.outputs).map((file) => basename(file));
  const html = template
    .replaceAll('{{script}}', `/assets/${outputOf(page, 'main.tsx')}`)
    .replaceAll('{{style}}', `/assets/${outputOf(page, 'main.tsx', '.css')}`)
    .replaceAll(
      '{{font}}',
      `/assets/${fonts.find((name) => name.startsWith('inter-latin-wght-normal'))}`,
    );
  await writeFile(resolve(root, 'dist/dashboard/index.html'), html);
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compressAll(folder) {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => /\.(js|css|html|svg)$/.test(name))
      .map(async (name) => {
        const file = join(folder, name);
        const bytes = await readFile(file);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        await writeFile(`${file}.gz`, await toGzip(bytes, { level: 9 }));
        // The frame has megabytes, so it has one form.
        if (!name.startsWith('frames')) {
          await writeFile(`${file}.br`, await toBrotli(bytes, { params }));
        }
        if (dirname(name) !== '.') await rm(file);
      }),
  );
}
