import { UsageError } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { resolveNote } from '../resolve-note.ts';

export const mentionCommand = defineCommand({
  name: 'mention',
  group: 'protocols',
  brief: 'show notes to Claude Code',
  summary: 'Put notes, or lines of them, before a Claude Code session.',
  args: [
    {
      name: 'NOTE[:FROM-TO]',
      summary: 'Its name, path or wikilink; lines are counted from 1.',
      isMany: true,
      kind: 'note',
    },
  ],
  flags: {
    session: {
      type: 'string',
      value: 'ID',
      summary: 'Which session; the one active last if absent.',
    },
    all: { type: 'boolean', summary: 'Every session that is connected.' },
  },
  examples: [
    ['vaultd mention "Garden plan"', 'a note, at the prompt of Claude Code'],
    ['vaultd mention Plan:10-15 Budget', 'lines of one note, and another one'],
  ],
  async run(context, { args, flags }) {
    const told: unknown[] = [];
    for (const word of args) {
      const { name, lines } = parseMention(word);
      const path = await resolveNote(context, name);
      const params = { path, ...lines, session: flags.session, all: flags.all };
      told.push({ path, ...(await context.call<object>('Mention', params)) });
      context.out.say(`Mentioned ${path}.`);
    }
    if (context.out.isJson) context.out.json(told);
  },
});

/** People count lines from one, the wire from zero. */
export function parseMention(word: string): {
  name: string;
  lines: { line_start?: number; line_end?: number };
} {
  const [, name = word, from, to = from] = /^(.+?)(?::(\d+)(?:-(\d+))?)?$/s.exec(word) ?? [];
  if (from === undefined || to === undefined) return { name, lines: {} };
  if (Number(from) < 1 || Number(to) < 1) throw new UsageError('Lines are counted from 1.');
  return { name, lines: { line_start: Number(from) - 1, line_end: Number(to) - 1 } };
}
