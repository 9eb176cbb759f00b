// Licences of the packages whose code or typefaces are in what we build, as one text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the packages that the metafiles of a build have bytes of, relative to `root`. */
export function findPackages(metafiles) {
  const folders = new Set();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
      }
    }
  }
  return [...folders].sort();
}

/** The licence that puts code into the public domain asks for nothing, so packages leave its text out. */
const publicDomain = 'Unlicense';

/** Each package with its version, its licence and where it comes from. Throws when one has no text. */
export function toNotices(root, folders) {
  const sections = folders.map((folder) => {
    const { name, version, license, homepage } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    const files = readdirSync(join(root, folder))
      .filter((file) => /^(licen[sc]e|copying|notice|ofl)\b/i.test(file))
      .sort();
    if (files.length === 0 && license !== publicDomain) {
      throw new Error(`${folder} has no licence text.`);
    }
    const texts = files.map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
    const about = [`Licence: ${license}`, ...(homepage ? [homepage] : [])];
    return `${name} ${version}\n${about.join('\n')}\n\n${texts.join('\n\n')}\n`;
  });
  const line = '-'.repeat(72);
  return `vaultd contains the following third-party software and typefaces.\n\n${line}\n${[...new Set(sections)].join(`\n${line}\n`)}`;
}
