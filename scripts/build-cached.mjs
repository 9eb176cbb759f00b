// Bundles entries that somebody waits for into dist/cached/: parts that load only when they are
// needed, in the one form that V8 can be handed together with what it compiled of it before
// (scripts/cache-code.mjs). A file of dist/ with the name of the entry loads them.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, transform } from 'esbuild';

export async function buildCached(options, entryPoints) {
  const folder = join(options.absWorkingDir, options.outdir, 'cached');
  await mkdir(folder, { recursive: true });
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints,
    outdir: folder,
    splitting: true,
    write: false,
    metafile: true,
    // Both come from whoever loads the code: src/kit/cached-code.ts.
    banner: {},
    define: { ...options.define, 'import.meta.url': '__here' },
  });
  await Promise.all(
    outputFiles.map(async ({ path, text }) =>
      writeFile(path.replace(/\.js$/, '.cjs'), await toCommonJs(text)),
    ),
  );
  for (const { entryPoint, exports } of Object.values(metafile.outputs)) {
    const [name] = Object.entries(entryPoints).find(([, source]) => source === entryPoint) ?? [];
    if (name !== undefined) await buildStub(options, name, exports);
  }
}

async function toCommonJs(text) {
  const { code } = await transform(text, {
    format: 'cjs',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    // Parts that load late are loaded like the others.
    supported: { 'dynamic-import': false },
  });
  return code;
}

async function buildStub(options, name, exports) {
  const contents = `import { loadCached } from './src/kit/cached-code.ts';
    export const { ${exports.join(', ')} } = loadCached(import.meta.url, '${basename(name)}');`;
  await build({
    ...options,
    banner: {},
    stdin: { contents, resolveDir: options.absWorkingDir },
    outdir: undefined,
    outfile: join(options.outdir, `${name}.js`),
  });
}
