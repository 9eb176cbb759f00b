import * as z from 'zod';
import { noSuchFile } from '../../contract/path-errors.ts';
import { nameOf } from '../../contract/paths.ts';
import { extensionOf } from '../../engine/knowledge/index/links/names.ts';
import { isoTime, unixMs } from '../shapes.ts';
import { defineNoteTool } from './tool.ts';

export const bundleFileInfo = defineNoteTool({
  name: 'fileInfo',
  summary: 'Size and dates of a note.',
  access: 'read',
  input: {},
  output: z.object({
    path: z.string(),
    name: z.string().describe('Without its ending.'),
    extension: z.string(),
    size: z.int(),
    created: isoTime,
    createdMs: unixMs,
    modified: isoTime,
    modifiedMs: unixMs,
    resolvedBy: z.literal('alias').optional(),
  }),
  async run({ vault, signal }, { path, by, host }) {
    if (host?.isStrict) await host.ask({ command: 'file', values: { path } }, signal);
    const stat = vault.stat(path);
    if (stat === undefined) throw noSuchFile(path);
    return {
      path,
      name: nameOf(path).replace(/(.)\.[^.]*$/, '$1'),
      extension: extensionOf(path),
      size: stat.size,
      created: new Date(stat.birthtime).toISOString(),
      createdMs: stat.birthtime,
      modified: new Date(stat.mtime).toISOString(),
      modifiedMs: stat.mtime,
      ...(by === 'alias' && { resolvedBy: by }),
    };
  },
});
