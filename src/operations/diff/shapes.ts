import { z } from 'zod';
import type { DiffInfo } from '../../contract/workspace.ts';
import { isoTime } from '../shapes.ts';

export const diffShape = z.object({
  id: z.string(),
  path: z.string(),
  title: z.string(),
  client: z.string().describe('Who proposes it.'),
  since: isoTime,
  isStale: z.boolean().describe('The file has changed since it was proposed.'),
});

export function toDiffShape({ since, ...info }: DiffInfo): z.output<typeof diffShape> {
  return { ...info, since: new Date(since).toISOString() };
}
