import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What each folder of `src` may import besides itself. */
const mayImport: Record<string, readonly string[]> = {
  kit: [],
  contract: ['kit'],
  engine: ['kit', 'contract'],
  operations: ['kit', 'contract', 'engine'],
  protocols: ['kit', 'contract', 'operations'],
  // places: where the configuration file is
  cli: ['kit', 'contract', 'operations', 'protocols/local/client', 'daemon/places'],
  daemon: ['kit', 'contract', 'engine', 'operations', 'protocols'],
};

/** Parts of the engine, each above those that it may import. */
const engineParts = ['text', 'store', 'watch', 'knowledge', 'changes', 'app'];

/** What every protocol has, so that a reader of one knows all. */
const protocolFiles = ['answer', 'connection', 'errors', 'frame', 'serve'];

/** Files beyond 400 lines, each with its reason in docs/decisions. */
const longFiles: readonly string[] = [];

/** Every file below these folders, without what is installed or built. */
const filesBelow = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => !/\/(node_modules|dist)\//.test(name)),
  );

const files = filesBelow('src', 'test', 'faults', 'bench', 'dashboard', 'plugin')
  .filter((file) => /\.tsx?$/.test(file))
  .sort();
const inFolder = (folder: string) =>
  files.filter((file) => file.startsWith(`${folder}/`) && !file.endsWith('.test.ts'));
const sources = inFolder('src');
const pageSources = inFolder('dashboard');
const pluginSources = inFolder('plugin');

const importsOf = (file: string): { spec: string; lazy: boolean }[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:from\s+|import\s+|(import)\(\s*)'([^']+)'/g,
    ),
  ].map(([, lazy, spec]) => ({ spec: spec ?? '', lazy: lazy !== undefined }));

const inSource = (file: string, spec: string): string =>
  relative(join(root, 'src'), resolve(root, dirname(file), spec)).replace(/\.ts$/, '');

test('imports go downwards only', () => {
  const wrong: string[] = [];
  for (const file of sources) {
    const [, folder = '', part = ''] = file.split('/');
    for (const { spec, lazy } of importsOf(file)) {
      if (!spec.startsWith('.')) continue;
      const target = inSource(file, spec);
      const [targetFolder = '', targetPart = ''] = target.split('/');
      const allowed =
        targetFolder === folder
          ? folder !== 'protocols' || targetPart === part
          : (mayImport[folder] ?? []).some((ok) => target === ok || target.startsWith(`${ok}/`)) ||
            // The executable starts the daemon, but only lazily, as another entry.
            (folder === 'cli' && lazy && target.startsWith('daemon/'));
      if (!allowed) wrong.push(`${file} imports ${target}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('inside the engine imports go downwards only', () => {
  const wrong: string[] = [];
  for (const file of sources) {
    const [, folder, own = ''] = file.split('/');
    if (folder !== 'engine' || !engineParts.includes(own)) continue;
    for (const { spec } of importsOf(file)) {
      const [top, part = ''] = spec.startsWith('.') ? inSource(file, spec).split('/') : [];
      if (top !== 'engine') continue;
      const isBelow = engineParts.indexOf(part) <= engineParts.indexOf(own);
      if (!engineParts.includes(part) || !isBelow) wrong.push(`${file} imports ${spec}`);
    }
  }
  expect(wrong).toEqual([]);
  const folders = readdirSync(join(root, 'src/engine'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.sort()).toEqual([...engineParts].sort());
});

test('no file imports one that imports it, by value or by type', () => {
  const imported = (file: string) =>
    importsOf(file)
      .filter(({ spec }) => spec.startsWith('.'))
      .map(({ spec }) => `src/${inSource(file, spec)}.ts`);
  const cycles: string[] = [];
  const seen = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start !== -1) cycles.push([...trail.slice(start), file].join(' imports '));
    if (seen.has(file)) return;
    seen.add(file);
    for (const each of imported(file)) if (sources.includes(each)) visit(each, [...trail, file]);
  };
  for (const file of sources) visit(file, []);
  expect(cycles).toEqual([]);
});

test('of the schema library only what is used is built in', () => {
  const named = sources.filter((file) =>
    /import (type )?\{[^}]*\} from 'zod'/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(named, "write import * as z from 'zod'").toEqual([]);
});

test('every protocol has the same files: frame, connection, answer, errors and serve', () => {
  const protocols = new Set(
    sources.flatMap((file) => /^src\/protocols\/(\w+)\//.exec(file)?.[1] ?? []),
  );
  expect(protocols.size).toBeGreaterThan(4);
  const missing = [...protocols]
    .flatMap((protocol) => protocolFiles.map((name) => `src/protocols/${protocol}/${name}.ts`))
    .filter((file) => !sources.includes(file));
  expect(missing).toEqual([]);
});

test('the text part of the engine is pure: no file system, no clock, no processes', () => {
  const wrong = sources
    .filter((file) => file.startsWith('src/engine/text/'))
    .filter((file) => {
      const isImpure = importsOf(file).some(({ spec }) =>
        /^node:(fs|timers|child_process|net|worker_threads)/.test(spec),
      );
      return isImpure || /Date\.now|performance\.now/.test(readFileSync(join(root, file), 'utf8'));
    });
  expect(wrong).toEqual([]);
});

test('only the vault, the journal, the ledger, approvals, the watcher, snapshots and apps touch the file system inside the engine', () => {
  const wrong = sources.filter(
    (file) =>
      file.startsWith('src/engine/') &&
      !/^src\/engine\/(store\/(vault|journal|ledger|approvals)|watch|knowledge\/index|app\/(thumbnails|hosts))\//.test(
        file,
      ) &&
      importsOf(file).some(({ spec }) => /^node:fs/.test(spec)),
  );
  expect(wrong).toEqual([]);
});

test('the page takes values from kit and contract only, and types from the operations', () => {
  const wrong: string[] = [];
  for (const file of pageSources) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [line, word, spec] of text.matchAll(
      /^(import type|import|export)\b[^;]*?from '([^']+)'/gm,
    )) {
      if (!spec?.startsWith('.')) continue;
      const target = relative(root, resolve(root, dirname(file), spec));
      const isTypes = word === 'import type';
      const isAllowed =
        target.startsWith('dashboard/') ||
        /^src\/(kit|contract)\//.test(target) ||
        (isTypes && target.startsWith('src/operations/'));
      if (!isAllowed) wrong.push(`${file}: ${line}`);
    }
    if (/innerHTML|outerHTML|insertAdjacentHTML|document\.write/.test(text)) {
      wrong.push(`${file} writes markup`);
    }
  }
  expect(wrong).toEqual([]);
});

test('the plugin takes values from kit, contract and the wire client only', () => {
  const wrong = pluginSources.flatMap((file) =>
    importsOf(file)
      .filter(({ spec }) => spec.startsWith('../../'))
      .map(({ spec }) => inSource(file, spec))
      .filter((target) => !/^(kit|contract|protocols\/local\/client)\//.test(target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('the engine names no tool, no protocol and no environment variable, in comments neither', () => {
  const foreign = /obsidian_[a-z]|OBSIDIAN_|VAULTD_|MCP_|\bmcp\b|tools?\/call/;
  const wrong = files
    .filter((file) => file.startsWith('src/engine/'))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => foreign.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(wrong).toEqual([]);
});

test('what the operations tell on failure names no tool and no variable: protocols add theirs', () => {
  const hint = /\bhint:[^'"`;]*['"`][^'"`]*obsidian_[a-z]|OBSIDIAN_[A-Z]/;
  const wrong = sources.filter(
    (file) =>
      file.startsWith('src/operations/') && hint.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('what a peer can send, ask for or make us keep has its limit in contract/*limits.ts', () => {
  // A constant that says how much is the most, and a schema with a number. Ports have the system's.
  const ownLimit =
    /^(?:export )?const \w+Max(?:: number)? = [\d_]|(?<!Math)\.max\((?!65_535)[\d_]/m;
  const wrong = sources.filter(
    (file) =>
      /^src\/(protocols|operations)\//.test(file) &&
      ownLimit.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('source files stay short', () => {
  const long = [...sources, ...pageSources, ...pluginSources].filter(
    (file) =>
      readFileSync(join(root, file), 'utf8').split('\n').length > 401 && !longFiles.includes(file),
  );
  expect(long).toEqual([]);
});

test('every long file has its reason in the decision records', () => {
  const records = filesBelow('docs/decisions')
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
  expect(longFiles.filter((file) => !records.includes(file))).toEqual([]);
});

test('no default exports, no notes to self, no machine paths in sources', () => {
  const wrong: string[] = [];
  for (const file of [...sources, ...pageSources, ...pluginSources]) {
    const text = readFileSync(join(root, file), 'utf8');
    // The app takes a plugin from the default export.
    const isPlugin = file === 'plugin/src/main.ts';
    if (/^export default/m.test(text) && !isPlugin) wrong.push(`${file}: default export`);
    if (/\b(TO[D]O|FIX[M]E|X[X]X)\b/.test(text)) wrong.push(`${file}: note to self`);
  }
  expect(wrong).toEqual([]);
});

test('an exported name is declared in one file only', () => {
  const declaration =
    /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) +([\w$]+)/gm;
  const places = new Map<string, Set<string>>();
  for (const file of sources) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(declaration)) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  expect(places.size).toBeGreaterThan(1000);
  const wrong = [...places]
    .filter(([, where]) => where.size > 1)
    .map(([name, where]) => `${name}: ${[...where].join(', ')}`);
  expect(wrong).toEqual([]);
});

test('file names are kebab-case', () => {
  expect(
    files.filter(
      (file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/.test(file.split('/').at(-1) ?? ''),
    ),
  ).toEqual([]);
});

/** What makes a test red by chance, each with where it may stand. */
const chancy: readonly { what: string; pattern: RegExp; allowed?: RegExp }[] = [
  {
    what: 'reads a clock that only measures',
    pattern: /performance\.now|hrtime/,
    allowed: /^test\/support\/until\.ts$/,
  },
  {
    what: 'asserts on a time that has passed',
    pattern:
      /expect\([^\n]*(Date\.now\(\)\s*-|elapsed|took|duration)[^\n]*\.toBe(Less|Greater|Close)|Date\.now\(\) - \w*(start|begin|began|before|since|first)/i,
  },
  {
    what: 'sleeps',
    // A test that waits for an answer may give up at some time; it says so here.
    pattern: /\bsetTimeout\(|setTimeout\b.* from 'node:timers\/promises'|scheduler\.wait/,
    allowed: /^test\/support\/(until|bundle)\.ts$/,
  },
  {
    what: 'draws lots without a seed',
    pattern: /Math\.random\(|from 'fast-check'/,
    allowed: /^test\/support\/property\.ts$/,
  },
  { what: 'asks for a second chance', pattern: /\bretry\b *[:(]/ },
];

test('no test is red by chance: no elapsed times, no sleeping, no lots without a seed, no retries', () => {
  const tests = files.filter((file) => /\.test\.tsx?$|^test\/(?!mutants)/.test(file));
  expect(tests.length).toBeGreaterThan(200);
  const wrong = tests.flatMap((file) => {
    // This file names what it refuses.
    const text = file === 'test/tidy.test.ts' ? '' : readFileSync(join(root, file), 'utf8');
    return chancy
      .filter(({ pattern, allowed }) => pattern.test(text) && !allowed?.test(file))
      .map(({ what }) => `${file} ${what}`);
  });
  expect(wrong).toEqual([]);
  expect(readFileSync(join(root, 'vitest.config.ts'), 'utf8')).not.toMatch(/retry/);
});

test('secrets are compared in one place, by the comparison that takes the same time for every guess', () => {
  const own = 'src/kit/secrets.ts';
  const comparing = sources.filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('timingSafeEqual'),
  );
  expect(comparing).toEqual([own]);
  // Everything that lets a client in goes through it; a text that is only looked up is a digest.
  const users = sources.filter((file) =>
    importsOf(file).some(({ spec }) => spec.endsWith('kit/secrets.ts')),
  );
  expect(users).toEqual([
    'src/protocols/ide/upgrade.ts',
    'src/protocols/mcp/http/authenticate.ts',
    'src/protocols/mcp/http/jwt.ts',
    'src/protocols/remote/token.ts',
    'src/protocols/rest/keys.ts',
    'src/protocols/web/logins.ts',
  ]);
  const byHand =
    /\b(token|secret|password|signature|apiKey)\b(\(\))? *[!=]==(?! *(undefined|null|''))/i;
  const wrong = sources.filter(
    (file) =>
      file.startsWith('src/protocols/') && byHand.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('a protocol hears of changes, and sees the vault, only through sessions', () => {
  const inOperations = ['src/operations/session.ts', 'src/operations/sessions.ts'];
  const byHand = /\b(vault|engine)\.as\(|\.(indexedChanges|fileChanges)\.on\(/;
  const wrong = sources.filter(
    (file) =>
      /^src\/(protocols|operations)\//.test(file) &&
      !inOperations.includes(file) &&
      byHand.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('only dispatch runs an operation', () => {
  const running = sources.filter((file) =>
    /\boperation\.run\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(running).toEqual(['src/operations/dispatch.ts']);
});

test('the library of MCP serves HTTP and nothing else', () => {
  const wrong = sources.filter(
    (file) =>
      !file.startsWith('src/protocols/mcp/http/') &&
      importsOf(file).some(({ spec }) => spec.startsWith('@modelcontextprotocol/')),
  );
  expect(wrong).toEqual([]);
});

/**
 * The lengths of all functions of a text, in lines. Sources are formatted, so a function ends at the
 * next brace that stands where its first line begins.
 */
function functionLengths(text: string): number[] {
  const lines = text.split('\n');
  const indentOf = (line: string) => line.length - line.trimStart().length;
  return lines.flatMap((line, last) => {
    const isHead = /(?:=>|\)(?:: [^=]+)?) \{$/.test(line);
    const isOther = /^\s*(?:\} )?(?:if|else|for|while|switch|try|catch|do)\b/.test(line);
    if (!isHead || isOther) return [];
    const indent = indentOf(line);
    const isStart = (each: string) => indentOf(each) === indent && !/^\s*[)}\]]/.test(each);
    const start = lines.slice(0, last + 1).findLastIndex((each) => each !== '' && isStart(each));
    const length = lines
      .slice(last + 1)
      .findIndex((each) => /^\s*\}/.test(each) && indentOf(each) <= indent);
    return [last + 2 + length - start];
  });
}

test('no function has more than 70 lines', () => {
  const longest = [...sources, ...pluginSources].map((file) => {
    const lengths = functionLengths(readFileSync(join(root, file), 'utf8'));
    return { file, lines: Math.max(0, ...lengths) };
  });
  expect(longest.filter(({ lines }) => lines > 20).length).toBeGreaterThan(100);
  const long = longest.filter(({ lines }) => lines > 70).map(({ file }) => file);
  expect(long).toEqual([]);
});

test('operations run in dispatch only, and grants are checked nowhere else', () => {
  const own = 'src/operations/dispatch.ts';
  const wrong = sources.filter((file) => {
    if (file === own) return false;
    const text = readFileSync(join(root, file), 'utf8');
    return /grants\.has\(/.test(text) || /\boperation\.run\(/.test(text);
  });
  expect(wrong).toEqual([]);
  expect(readFileSync(join(root, own), 'utf8')).toMatch(/grants\.has\(/);
});

test('only protocols know the numbers of their errors', () => {
  const wrong = sources.filter(
    (file) =>
      !file.startsWith('src/protocols/') &&
      /-32[0-9]{3}\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});
