import type { Value } from '../values/value.ts';
import { BaseFile, BaseLink } from './file.ts';
import type { MethodTable } from './method.ts';
import { baseText } from './text.ts';

export const fileMethods: MethodTable<BaseFile> = {
  asFile: (file) => file,
  asLink: (file, [display = null]) =>
    new BaseLink(file.facts.path, display === null ? undefined : baseText(display), file),
  hasLink: (file, [to = null]) => hasLink(file, to),
  hasProperty: (file, [name = null]) => {
    const wanted = baseText(name).toLowerCase();
    return file
      .properties()
      .keys()
      .some((key) => key.toLowerCase() === wanted);
  },
  hasTag: (file, tags) => tags.flat().some((tag) => file.hasTag(baseText(tag))),
  inFolder: (file, [folder = null]) => file.isInFolder(baseText(folder)),
};

export const linkMethods: MethodTable<BaseLink> = {
  asFile: (link) => link.file ?? null,
  linksTo: (link, [to = null]) => link.file !== undefined && hasLink(link.file, to),
};

function hasLink(file: BaseFile, to: Value): boolean {
  if (to instanceof BaseLink) {
    return to.file === undefined ? file.hasLinkTo(to.target) : file.hasLinkToFile(to.file);
  }
  return to instanceof BaseFile ? file.hasLinkToFile(to) : file.hasLinkTo(baseText(to));
}
