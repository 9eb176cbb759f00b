import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { isoTime } from '../shapes.ts';

export const historyDeleted = defineOperation({
  name: 'history.deleted',
  summary: 'Permanently deleted files that can be restored, the latest first.',
  access: 'read',
  at: { local: 'ListDeleted' },
  input: z.object({}),
  output: z.object({
    files: z.array(z.object({ path: z.string(), at: isoTime, change: z.string(), size: z.int() })),
  }),
  run: ({ history }) => ({
    files: history.deleted().map(({ path, at, step, size }) => ({
      path,
      at: new Date(at).toISOString(),
      change: step,
      size,
    })),
  }),
});
