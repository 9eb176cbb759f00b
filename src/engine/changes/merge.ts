import { VaultError } from '../../contract/errors.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { FileEntry } from '../knowledge/index/file-entry.ts';
import type { ChangeOptions } from '../store/files.ts';
import type { FileChange } from '../store/plan-files.ts';
import { hashOf } from '../store/vault/hash.ts';
import { joinNotes } from '../text/edit/join-notes.ts';
import { retargetLinks } from '../text/edit/relink/relink.ts';
import type { Retarget } from '../text/edit/relink/relink-target.ts';
import type { Plan, Refactored } from './plan.ts';
import type { TextEdit } from './text-edits.ts';

/** Puts notes below another one, in their order, leads all links to them there, and trashes them. */
export async function mergeNotes(
  plan: Plan,
  from: readonly VaultPath[],
  into: VaultPath,
  options: ChangeOptions,
): Promise<Refactored> {
  const { file: target } = plan.requireNote(into);
  const parts = [...new Set(from)].map((path) => ({ path, ...plan.requireNote(path) }));
  if (parts.some(({ file }) => file === target)) throw intoItself(into);
  const gone = new Set(parts.map(({ file }) => file));
  const links = await planLinks(plan, target, gone);
  const bodies = parts.map(({ file, text }) => bodyFor(plan, file, text, target, gone));
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
  return plan.makeStep([...links, join], { ...options, why }, { after: trashed });
}

/** Links to the notes that go, wherever they stand, but in those notes themselves. */
async function planLinks(
  plan: Plan,
  target: FileEntry,
  gone: ReadonlySet<FileEntry>,
): Promise<TextEdit[]> {
  const edits: TextEdit[] = [];
  for (const file of gone) {
    const found = await plan.retarget(file, (source) =>
      gone.has(source)
        ? undefined
        : ({ path }) => ({
            path: path.startsWith('/') ? `/${target.path}` : plan.pathTo(target, source.path, path),
          }),
    );
    edits.push(...found);
  }
  return edits;
}

/** A note as it reads below the other one: its links lead where they led. */
function bodyFor(
  plan: Plan,
  file: FileEntry,
  text: string,
  target: FileEntry,
  gone: ReadonlySet<FileEntry>,
): string {
  const retarget: Retarget = (link) => {
    const leads = link.path === '' ? undefined : plan.index.resolve(link.path, file.path);
    if (leads !== undefined && gone.has(leads)) {
      return { path: plan.pathTo(target, target.path, link.path) };
    }
    return plan.carry(link, file.path, target.path);
  };
  return retargetLinks(text, retarget).text;
}

function intoItself(path: VaultPath): VaultError {
  return new VaultError('invalid-input', `"${path}" cannot be merged into itself.`, {
    path,
    hint: 'Name another note to merge into.',
  });
}
