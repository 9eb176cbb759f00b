import { alreadyExists } from '../../contract/path-errors.ts';
import { nameOf, type VaultPath } from '../../contract/paths.ts';
import type { FileEntry } from '../knowledge/index/file-entry.ts';
import { dropMd } from '../knowledge/index/links/names.ts';
import { planRelinks } from '../knowledge/index/links/relink.ts';
import type { ChangeOptions } from '../store/files.ts';
import type { FileChange } from '../store/plan-files.ts';
import { hashOf } from '../store/vault/hash.ts';
import { lineEndingOf } from '../text/edit/lines.ts';
import { encodePath } from '../text/edit/relink/link-encoding.ts';
import { retargetLinks } from '../text/edit/relink/relink.ts';
import type { Retarget } from '../text/edit/relink/relink-target.ts';
import { findHeadingToEdit, missingSection } from '../text/edit/section.ts';
import { blockOf, headingChain, toAnchors } from '../text/markdown/anchors.ts';
import { scanNote } from '../text/markdown/scan.ts';
import type { Plan, Refactored } from './plan.ts';
import type { TextEdit } from './text-edits.ts';

export interface SplitOptions extends ChangeOptions {
  /** What stands in the place of the section; a link unless said. */
  readonly leave?: 'embed' | 'link' | 'nothing' | undefined;
}

/** Moves a section, its heading included, to a note of its own. Links into it lead there. */
export async function splitNote(
  plan: Plan,
  path: VaultPath,
  heading: string,
  to: VaultPath,
  { leave = 'link', ...options }: SplitOptions,
): Promise<Refactored> {
  const { file, text } = plan.requireNote(path);
  if (plan.index.files.get(to) !== undefined) {
    throw alreadyExists(to, { hint: 'Choose another name for the new note.' });
  }
  const section = findSection(text, heading);
  const links = await planLinks(plan, file, to, section);
  const rest: TextEdit = {
    path,
    count: 0,
    rewrite: (now) => ({ text: without(now, heading, leftBehind(plan, path, to, leave)) }),
  };
  const own = bodyFor(plan, file, to, section);
  // Both notes come from the text that was seen: if it has changed since, nothing is done.
  const seen: FileChange = {
    kind: 'write',
    path,
    bytes: () => undefined,
    expect: { hash: hashOf(Buffer.from(text)) },
  };
  const made: FileChange = {
    kind: 'write',
    path: to,
    bytes: Buffer.from(own),
    expect: { absent: true },
  };
  const why = options.why ?? `split ${heading} of ${path} off to ${to}`;
  const edits = [rest, ...links, ...protect(plan, to)];
  return plan.makeStep(edits, { ...options, why }, { before: [seen], after: [made] });
}

interface Section {
  readonly text: string;
  /** What of a subpath leads into the section; undefined when it does not. */
  subpathIn(subpath: string): string | undefined;
}

function findSection(text: string, locator: string): Section {
  const note = scanNote(text);
  const found = findHeadingToEdit(note, locator);
  if (found === undefined)
    throw missingSection({ type: 'heading', target: locator }, undefined, note);
  const { start } = found.header;
  const end = found.body.end;
  const anchors = toAnchors(note);
  const isInside = (at: number | undefined) => at !== undefined && at >= start && at < end;
  const blocks = new Set(
    note.blocks.filter((block) => isInside(block.start)).map(({ id }) => id.toLowerCase()),
  );
  return {
    text: text.slice(start, end),
    subpathIn(subpath) {
      const block = blockOf(subpath);
      if (block !== undefined) {
        return blocks.has(block) ? subpath.slice(subpath.lastIndexOf('#')) : undefined;
      }
      const chain = headingChain(anchors, subpath) ?? [];
      const inside = chain.filter((index) => isInside(note.headings[index]?.start));
      if (chain.length === 0 || !isInside(note.headings[chain.at(-1) ?? -1]?.start))
        return undefined;
      const names = subpath.split('#').filter((name) => name.trim() !== '');
      return `#${names.slice(names.length - inside.length).join('#')}`;
    },
  };
}

async function planLinks(
  plan: Plan,
  file: FileEntry,
  to: VaultPath,
  { subpathIn }: Section,
): Promise<TextEdit[]> {
  return plan.retarget(file, (source) => ({ path, subpath }) => {
    const inside = subpath === '' ? undefined : subpathIn(subpath);
    if (inside === undefined) return undefined;
    return {
      path: path.startsWith('/') ? `/${to}` : plan.pathToNew(to, source.path),
      subpath: inside,
    };
  });
}

/** The section as it reads in its own note: its links lead where they led. */
function bodyFor(plan: Plan, file: FileEntry, to: VaultPath, section: Section): string {
  const retarget: Retarget = (link) => {
    const leads = link.path === '' ? file : plan.index.resolve(link.path, file.path);
    if (leads !== file) return plan.carry(link, file.path, to);
    const inside = link.subpath === '' ? undefined : section.subpathIn(link.subpath);
    if (inside !== undefined) return { path: '', subpath: inside };
    const path = plan.pathTo(file, to, link.path);
    return path === link.path ? undefined : { path };
  };
  const { text } = retargetLinks(`\n${section.text}`, retarget);
  return `${text.slice(1).trimEnd()}${lineEndingOf(section.text)}`;
}

function without(text: string, locator: string, left: string): string {
  const note = scanNote(text);
  const found = findHeadingToEdit(note, locator);
  if (found === undefined)
    throw missingSection({ type: 'heading', target: locator }, undefined, note);
  const eol = lineEndingOf(text);
  const [above, below] = [text.slice(0, found.header.start), text.slice(found.body.end)];
  if (left === '') return above + below;
  return `${above}${left}${eol}${below === '' ? '' : eol}${below}`;
}

function leftBehind(
  plan: Plan,
  path: VaultPath,
  to: VaultPath,
  leave: 'embed' | 'link' | 'nothing',
): string {
  if (leave === 'nothing') return '';
  const link = plan.pathToNew(to, path);
  const mark = leave === 'embed' ? '!' : '';
  return plan.settings.useMarkdownLinks
    ? `${mark}[${dropMd(nameOf(to))}](${encodePath(link)})`
    : `${mark}[[${dropMd(link)}]]`;
}

/** The new note must not take over links that lead to another one of its name. */
function protect({ index, settings, textOf }: Plan, to: VaultPath): TextEdit[] {
  return planRelinks(index, [], { format: settings.newLinkFormat, textOf }, [to]);
}
