import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Tools, faults and benches use what supports the tests.
const sources = [
  'src',
  'dashboard',
  'plugin',
  'scripts',
  'faults',
  'bench',
  'tools',
  'test/support',
];

/** Tells whether `dist` was built from the sources as they are now, with the same entries. */
export class BuildStamp {
  #root;
  #file;
  #wanted;

  constructor(root, entries) {
    this.#root = root;
    this.#file = join(root, 'node_modules/.vaultd-build');
    this.#wanted = this.#describe(entries);
  }

  isCurrent() {
    // The last file of a build.
    if (!existsSync(join(this.#root, 'dist/dashboard/THIRD-PARTY-NOTICES.txt'))) return false;
    return existsSync(this.#file) && readFileSync(this.#file, 'utf8') === this.#wanted;
  }

  remove() {
    rmSync(this.#file, { force: true });
  }

  write() {
    writeFileSync(this.#file, this.#wanted);
  }

  /** Sizes and times are enough: a checkout and an editor change the time. */
  #describe(entries) {
    const hash = createHash('sha256').update(JSON.stringify([process.version, entries]));
    for (const name of ['package.json', 'package-lock.json', ...this.#listSources()]) {
      const { size, mtimeMs } = statSync(join(this.#root, name));
      hash.update(`${name} ${size} ${mtimeMs}\n`);
    }
    return hash.digest('hex');
  }

  #listSources() {
    return sources.flatMap((folder) =>
      readdirSync(join(this.#root, folder), { recursive: true })
        .filter((name) => !name.includes('node_modules') && !name.endsWith('.test.ts'))
        .map((name) => join(folder, name))
        .sort(),
    );
  }
}
