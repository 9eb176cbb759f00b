import { VaultError } from '../../contract/errors.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { FileEntry } from '../knowledge/index/file-entry.ts';
import type { ChangeOptions, FileChange } from '../store/files.ts';
import { hashOf } from '../store/vault/hash.ts';
import { joinNotes } from '../text/edit/join-notes.ts';
import { retargetLinks } from '../text/edit/relink/relink.ts';
import type { Retarget } from '../text/edit/relink/relink-target.ts';
import {
  lookUp,
  makeStep,
  type PlanFacts,
  type RefactorContext,
  type Refactored,
  referencesTo,
  requireNote,
  retargetEdit,
} from './context.ts';
import { carried, pathTo } from './new-links.ts';
import { whereMeant } from './references.ts';
import type { TextEdit } from './text-edits.ts';

/** Puts notes below another one, in their order, leads all links to them there, and trashes them. */
export async function mergeNotes(
  context: RefactorContext,
  from: readonly VaultPath[],
  into: VaultPath,
  options: ChangeOptions,
): Promise<Refactored> {
  const known = await lookUp(context);
  const { file: target } = requireNote(context, known, into);
  const parts = [...new Set(from)].map((path) => ({ path, ...requireNote(context, known, path) }));
  if (parts.some(({ file }) => file === target)) throw intoItself(into);
  const gone = new Set(parts.map(({ file }) => file));
  const links = await planLinks(known, target, gone);
  const bodies = parts.map(({ file, text }) => bodyFor(known, file, text, target, gone));
  const join: TextEdit = {
    path: into,
    count: 0,
    rewrite: (text) => ({ text: bodies.reduce(joinNotes, text) }),
  };
  const trashed = parts.map(
    ({ path, text }): FileChange => ({
      kind: 'trash',
      path,
      expect: { hash: hashOf(Buffer.from(text)) },
    }),
  );
  const why = options.why ?? `merge ${from.join(', ')} into ${into}`;
  return makeStep(context, [...links, join], { ...options, why }, { after: trashed });
}

/** Links to the notes that go, wherever they stand, but in those notes themselves. */
async function planLinks(
  known: PlanFacts,
  target: FileEntry,
  gone: ReadonlySet<FileEntry>,
): Promise<TextEdit[]> {
  const { index, settings } = known;
  const edits: TextEdit[] = [];
  for (const file of gone) {
    for (const [source, meant] of await referencesTo(known, file)) {
      if (gone.has(source)) continue;
      const retarget: Retarget = ({ path }) => ({
        path: path.startsWith('/')
          ? `/${target.path}`
          : pathTo(index, target, source.path, settings.newLinkFormat, path),
      });
      edits.push(...retargetEdit(known, source, whereMeant(meant, retarget)));
    }
  }
  return edits;
}

/** A note as it reads below the other one: its links lead where they led. */
function bodyFor(
  { index, settings }: PlanFacts,
  file: FileEntry,
  text: string,
  target: FileEntry,
  gone: ReadonlySet<FileEntry>,
): string {
  const format = settings.newLinkFormat;
  const retarget: Retarget = (link) => {
    const leads = link.path === '' ? undefined : index.resolve(link.path, file.path);
    if (leads !== undefined && gone.has(leads)) {
      return { path: pathTo(index, target, target.path, format, link.path) };
    }
    return carried(index, link, file.path, target.path, format);
  };
  return retargetLinks(text, retarget).text;
}

function intoItself(path: VaultPath): VaultError {
  return new VaultError('invalid-input', `"${path}" cannot be merged into itself.`, {
    path,
    hint: 'Name another note to merge into.',
  });
}
