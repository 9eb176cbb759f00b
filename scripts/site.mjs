// Builds the documentation as a site with search, in site/dist, and checks its links.
// With --check, opens it in Chromium as well: light, dark and on a phone.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrokenLinks } from '../site/links.mjs';
import { listPages } from '../site/pages.mjs';
import { installPackages } from './install.mjs';

process.chdir(fileURLToPath(new URL('../site', import.meta.url)));
installPackages('.', '--ignore-scripts');

const folder = '.cache/pages';
rmSync(folder, { recursive: true, force: true });
for (const { address, text, file } of listPages()) {
  const place = join(folder, address);
  mkdirSync(dirname(place), { recursive: true });
  if (text === undefined) cpSync(file, place);
  else writeFileSync(place, text);
}
execFileSync(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});

const broken = findBrokenLinks('dist', process.env.SITE_BASE ?? '/');
for (const each of broken) process.stderr.write(`${each}\n`);
if (broken.length > 0) process.exitCode = 1;
else process.stdout.write('Built site/dist. Every link leads somewhere.\n');

if (process.argv.includes('--check')) {
  const { checkSite } = await import('../site/check.mjs');
  const problems = await checkSite('dist');
  for (const each of problems) process.stderr.write(`${each}\n`);
  if (problems.length > 0) process.exitCode = 1;
  else process.stdout.write('It reads well in Chromium: light, dark and on a phone.\n');
}
