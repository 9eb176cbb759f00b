import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { printed } from './support/child.ts';
import { VaultHome } from './support/vault-daemon.ts';

// Its service would go on after the tests.
afterAll(() => stop());

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

/** Packages that a bundle of these entries has bytes of, as `name version`. */
async function bundledPackages(entryPoints: string[], platform: 'node' | 'browser') {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    platform,
    format: 'esm',
    outdir: 'x',
    external: ['sharp'],
    loader: { '.woff2': 'file' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  return [...new Set(folders)].map((folder) => {
    const { name, version } = JSON.parse(read(`${folder}/package.json`));
    return `${name} ${version}`;
  });
}

test('no bundled package is missing from the notices', async () => {
  const { programs, engine, server, entries } = JSON.parse(read('scripts/entries.json'));
  const page = ['dashboard/main.tsx', 'dashboard/graph/graph-worker.ts'];
  const packages = [
    ...(await bundledPackages(
      Object.values({ ...programs, ...engine, ...server, ...entries }),
      'node',
    )),
    ...(await bundledPackages(page, 'browser')),
  ];
  expect(packages.length).toBeGreaterThan(20);
  const notices = read('dist/THIRD-PARTY-NOTICES.txt');
  const sections = notices.split(`\n${'-'.repeat(72)}\n`).slice(1);
  const named = new Map(sections.map((section) => [section.split('\n')[0] ?? '', section]));
  expect(packages.filter((name) => !named.has(name))).toEqual([]);
  // A licence is more than its name, unless it gives up every right.
  const short = [...named].filter(
    ([, text]) =>
      !text.includes('\nLicence: Unlicense\n') && (!/copyright/i.test(text) || text.length < 500),
  );
  expect(short.map(([name]) => name)).toEqual([]);
  expect(read('dist/dashboard/THIRD-PARTY-NOTICES.txt')).toBe(notices);
});

test('the package has what it needs, nothing more, and stays below 15 MB', async () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'];
  const [packed] = JSON.parse(
    await printed('npm', args, { cwd: root, env: { NODE_DISABLE_COMPILE_CACHE: '1' } }),
  );
  const paths: string[] = packed.files.map(({ path }: { path: string }) => path);
  expect(packed.unpackedSize).toBeLessThan(15_000_000);
  for (const path of [
    'bin/load.cjs',
    'bin/package.json',
    'bin/vaultd',
    'CHANGELOG.md',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/cli.cjs',
    'dist/engine.cjs',
    'dist/server.cjs',
    'dist/dashboard/index.html',
    'docs/cli.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
  ]) {
    expect(paths).toContain(path);
  }
  const stray = /^(src|test|scripts|bench|faults|node_modules)\/|\.(test\.ts|map|mcpb)$/;
  expect(paths.filter((path) => stray.test(path))).toEqual([]);
});

test('every export and executable of the package is built from a source that is there', () => {
  const { entries } = JSON.parse(read('scripts/entries.json'));
  for (const { types, default: file } of Object.values<{ types: string; default: string }>(
    manifest.exports,
  )) {
    if (types === undefined) continue;
    const [, name = ''] = /^\.\/dist\/([\w-]+)\.js$/.exec(file) ?? [];
    const source = types.replace('./dist/types/', 'src/').replace('.d.ts', '.ts');
    expect(entries[name]).toBe(source);
    expect(existsSync(join(root, source))).toBe(true);
  }
  for (const file of Object.values<string>(manifest.bin))
    expect(existsSync(join(root, file))).toBe(true);
  expect(read('CHANGELOG.md')).toContain(`## ${manifest.version}`);
});

const instruction = (word: string): string[] =>
  [...read('Dockerfile').matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest = '']) => rest);
const listAfter = (line = ''): string[] => JSON.parse(line.slice(line.indexOf('[')));

test('the container serves its vault with a token, and its health check tells whether it does', async () => {
  const home = new VaultHome({ 'Inbox.md': 'milk\n' });
  onTestFinished(() => home.remove());
  const { services, configs, volumes } = parse(read('compose.yaml'));
  const { environment, ports, configs: mounted } = services.vaultd;
  const settings = Object.fromEntries(
    instruction('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
  );
  expect(mounted[0].target).toBe(settings.VAULTD_CONFIG);
  expect(ports).toEqual([`127.0.0.1:${environment.MCP_HTTP_PORT}:${instruction('EXPOSE')[0]}`]);
  expect(Object.keys(volumes)).toContain('state');
  expect(instruction('VOLUME')[0]).toContain(settings.VAULTD_STATE_DIR);
  const token = 'a-secret-of-the-test';
  home.configure(configs.vaultd.content.replace(/\$\{VAULTD_TOKEN.*?\}/, token));
  const [entry, ...words] = [
    ...listAfter(instruction('ENTRYPOINT')[0]),
    ...listAfter(instruction('CMD')[0]),
  ];
  expect(entry).toBe('vaultd');
  const health = listAfter(instruction('HEALTHCHECK')[0]).slice(1);
  expect((await home.run(health)).exitCode).toBe(3);
  const env = { ...environment, MCP_HTTP_PORT: '0' };
  const args = words.map((word) => (word === '/vault' ? home.vault : word));
  await home.serveAs(args, env);
  expect((await home.run(health)).exitCode).toBe(0);
  const status = JSON.parse((await home.run(['status', '--json'])).stdout);
  const { lines } = status.protocols.find(
    ({ protocol }: { protocol: string }) => protocol === 'mcp',
  );
  const [url = ''] = /http:\/\/\S+\/mcp/.exec(lines.join(' ')) ?? [];
  const ask = (headers: Record<string, string>) =>
    fetch(url.replace('0.0.0.0', '127.0.0.1'), {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      }),
    });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(200);
});
