import * as z from 'zod';
import { isFile, throughApp } from './through-app.ts';
import { defineNoteTool } from './tool.ts';

export const bundleDelete = defineNoteTool({
  name: 'delete',
  summary:
    'Delete a note: into the trash of the vault, or for good with permanent. Folders are never deleted.',
  access: 'write',
  input: {
    permanent: z.boolean().default(false).describe('Delete for good instead of into the trash.'),
  },
  output: z.object({
    path: z.string(),
    deleted: z.literal(true),
    permanent: z.boolean(),
    trashPath: z.string().optional().describe('Where the note is now; absent when the app did it.'),
  }),
  async run(call, { path, host }, { permanent }) {
    const { vault, signal } = call;
    const done = { path, deleted: true as const, permanent };
    const options = { signal, why: `delete ${path}` };
    if (host !== undefined) {
      call.policy.requireWrite(path);
      await throughApp(
        () => host.remove(path, permanent, signal),
        () => !isFile(call, path),
      );
      return done;
    }
    if (permanent) {
      await vault.remove(path, options);
      return done;
    }
    const { path: trashPath } = await vault.trash(path, { ...options, keepBoth: true });
    return { ...done, trashPath };
  },
});
