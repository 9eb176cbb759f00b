import * as z from 'zod';
import type { NoteText } from '../../engine/changes/notes.ts';
import { listTags } from '../../engine/text/edit/tags.ts';
import type { Note } from '../../engine/text/markdown/note.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { defineOperation } from '../operation.ts';
import { readFails } from './shapes.ts';
import { noteMissing, parseNotePath, statFile } from './target.ts';

/** A note with everything that is read off it. */
export const noteJsonFields = {
  content: z.string().describe('The whole text, frontmatter included.'),
  frontmatter: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  stat: z.object({ ctime: z.number(), mtime: z.number(), size: z.number() }),
};

export const agentJson = defineOperation({
  name: 'agent.json',
  summary: 'A note as data: text, properties, tags and times, by its exact path.',
  access: 'read',
  at: {},
  input: z.strictObject({ path: z.string().min(1) }),
  output: z.object({ path: z.string(), ...noteJsonFields }),
  fails: readFails,

  async run(call, { path: asked }) {
    const path = parseNotePath(call, asked);
    if (!statFile(call, path)) throw noteMissing(path, `Not found: ${asked}`);
    const note = await call.notes.read(path);
    return { path, ...toNoteFields(note, scanNote(note.text)) };
  },
});

export function toNoteFields({ text, stat }: NoteText, note: Note) {
  return {
    content: text,
    frontmatter: { ...note.frontmatter?.values },
    tags: listTags(text, note).all,
    // A file system without birth times has only this one.
    stat: { ctime: stat.birthtime || stat.mtime, mtime: stat.mtime, size: stat.size },
  };
}
