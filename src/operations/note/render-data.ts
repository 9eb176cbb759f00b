import * as z from 'zod';
import { overviewLimits } from '../../contract/overview-limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { isNote } from '../../contract/paths.ts';
import type { Known } from '../../engine/knowledge/known.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { defineOperation } from '../operation.ts';
import { unixMs } from '../shapes.ts';
import { writtenLinks } from './written-links.ts';

const leadsTo = z.object({
  path: z.string().optional(),
  type: z.enum(['note', 'file', 'missing']),
});

const backlink = z.object({
  path: z.string(),
  count: z.int(),
  lines: z.array(z.object({ line: z.int().describe('From 1.'), text: z.string() })),
});

export const noteRenderData = defineOperation({
  name: 'note.renderData',
  summary:
    'A note with everything needed to show it: link targets, backlinks, outline, properties.',
  access: 'read',
  at: { local: 'GetRenderData', web: 'note.renderData' },
  input: z.strictObject({ path: vaultPath }),
  output: z.object({
    path: z.string(),
    text: z.string(),
    etag: z.string(),
    mtime: unixMs,
    size: z.int(),
    links: z.record(z.string(), leadsTo).describe('By the target as it is written.'),
    backlinks: z.array(backlink).describe('With some of the lines they stand in.'),
    backlinksTotal: z.int().describe('Notes that link here, of which only the first are listed.'),
    outline: z.array(
      z.object({ level: z.int(), text: z.string(), line: z.int().describe('From 1.') }),
    ),
    properties: z.record(z.string(), z.unknown()),
    propertiesEnd: z.int().describe('Where the text behind them begins.'),
    tags: z.array(z.string()),
    aliases: z.array(z.string()),
  }),
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  async run(call, { path }) {
    const { text, hash, stat } = await call.notes.read(path);
    const known = await call.known();
    const note = scanNote(text);
    const { tags = [], aliases = [] } = known.metadata(path) ?? {};
    const sources = known.backlinks(path).filter((source) => source.path !== path);
    return {
      path,
      text,
      etag: hash,
      mtime: stat.mtime,
      size: stat.size,
      links: Object.fromEntries(
        writtenLinks(known, path, note).map(({ target, leadsTo: to }) => [target, toPlace(to)]),
      ),
      backlinks: sources
        .slice(0, overviewLimits.backlinksMax)
        .map((source) => ({ ...source, lines: linesOf(known, source.path, path) })),
      backlinksTotal: sources.length,
      outline: note.headings.map(({ level, text: title, line }) => ({
        level,
        text: title,
        line: line + 1,
      })),
      properties: { ...note.frontmatter?.values },
      propertiesEnd: note.bodyStart,
      tags: [...tags],
      aliases: [...aliases],
    };
  },
});

function toPlace(path: string | undefined): z.output<typeof leadsTo> {
  return path === undefined ? { type: 'missing' } : { path, type: isNote(path) ? 'note' : 'file' };
}

/** The first lines of a note that link to another one. */
function linesOf(known: Known, source: string, path: string): { line: number; text: string }[] {
  const text = known.pages.readText(source) ?? '';
  const lines = text.split(/\r?\n/);
  const found = writtenLinks(known, source, scanNote(text)).filter((link) => link.leadsTo === path);
  return [...new Set(found.map(({ line }) => line))]
    .filter((line) => line > 0)
    .slice(0, overviewLimits.backlinkLinesMax)
    .map((line) => ({
      line,
      text: (lines[line - 1] ?? '').trim().slice(0, overviewLimits.backlinkUnitsMax),
    }));
}
