import * as z from 'zod';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { noteOutline } from '../note/outline.ts';
import { defineNoteTool, shareNoteTool } from './tool.ts';

export const bundleOutline = shareNoteTool('outline', noteOutline);

export const bundleWordCount = defineNoteTool({
  name: 'wordCount',
  summary: 'How many words and characters a note has, its properties left out.',
  access: 'read',
  input: {},
  output: z.object({ path: z.string(), words: z.int(), characters: z.int() }),
  async run({ notes }, { path }) {
    const { text } = await notes.read(path);
    const body = text.slice(scanNote(text).bodyStart);
    return { path, words: countWords(body), characters: [...body].length };
  },
});

/** Scripts that put no blanks between words are counted by characters. */
function countWords(text: string): number {
  const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu;
  const spaced = text.replace(dense, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu);
  return (text.match(dense)?.length ?? 0) + (spaced?.length ?? 0);
}
