import { defineCommand } from '../command.ts';
import type { Context, Linker } from '../context.ts';
import { plural } from '../numbers.ts';
import type { Output } from '../output.ts';
import { resolveNote } from '../resolve-note.ts';

interface Problem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}
interface Linted {
  readonly path: string;
  readonly problems: readonly Problem[];
}

export const lintCommand = defineCommand({
  name: 'lint',
  group: 'find',
  brief: 'find broken links etc.',
  summary: 'Find broken links, broken properties and other problems.',
  about: 'Ends with 0 when nothing is wrong, and with 1 when something is.',
  args: [
    {
      name: 'WHERE',
      summary: 'A folder or a note; everything when absent.',
      isOptional: true,
      kind: 'note',
    },
  ],
  flags: {
    only: { type: 'list', value: 'CODE', summary: 'Only problems of this kind.' },
  },
  examples: [
    ['vaultd lint', 'the whole vault'],
    ['vaultd lint Projects --only broken-link', 'one kind of problem in one folder'],
    ['vaultd lint --json | jq', 'for a program; lines and characters are counted from 0'],
  ],
  async run(context, { args: [where = ''], flags }) {
    const { out, exitWith } = context;
    const all = await lint(context, where);
    const notes = all
      .map(({ path, problems }) => ({
        path,
        problems: problems.filter(
          ({ code }) => flags.only.length === 0 || flags.only.includes(code),
        ),
      }))
      .filter(({ problems }) => problems.length > 0);
    if (notes.length > 0) exitWith(1);
    if (out.isJson) {
      out.json(notes);
      return;
    }
    out.page();
    const link = await context.linker();
    for (const note of notes) show(out, note, link);
    const count = notes.reduce((sum, { problems }) => sum + problems.length, 0);
    out.say(
      count === 0
        ? 'Nothing is wrong.'
        : `${plural(count, 'problem')} in ${plural(notes.length, 'note')}.`,
    );
  },
});

async function lint(context: Context, where: string): Promise<Linted[]> {
  const folder = where.replace(/\/+$/, '');
  if (folder !== '' && !(await isFolder(context, folder))) {
    const path = await resolveNote(context, where);
    return [await context.call<Linted>('LintNote', { path })];
  }
  const { notes } = await context.call<{ notes: Linted[] }>('LintVault', { folder });
  return notes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function isFolder({ call }: Context, folder: string): Promise<boolean> {
  try {
    await call('ListFiles', { folder, limit: 1 });
    return true;
  } catch {
    return false;
  }
}

function show(out: Output, { path, problems }: Linted, link: Linker): void {
  const { style } = out;
  const paint = { error: style.red, warning: style.yellow, info: style.cyan, hint: style.dim };
  for (const { code, severity, message, range } of problems) {
    const { line, character } = range.start;
    const at = `${path}:${line + 1}:${character + 1}`;
    out.line(
      `${link(path, style.bold(at))} ${paint[severity](severity)} ${message} ${style.dim(`[${code}]`)}`,
    );
  }
}
