import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { attachmentPath } from '../../engine/knowledge/index/links/attachment-path.ts';
import { defineOperation } from '../operation.ts';

export const fileAttachmentPath = defineOperation({
  name: 'file.attachmentPath',
  summary:
    'The path for a new attachment of a note, by the settings of the vault. Creates nothing.',
  access: 'read',
  at: { local: 'GetAttachmentPath', web: 'file.attachmentPath' },
  input: z.object({
    note: vaultPath.describe('The note that gets the attachment.'),
    name: z.string().min(1).describe('Name of the file, with its extension.'),
  }),
  output: z.object({ path: z.string() }),
  fails: ['invalid-input'],
  async run({ listed, policy, vault }, { note, name }) {
    if (/[/\\]/.test(name)) {
      throw new VaultError('invalid-input', `"${name}" is no name of a file.`, {
        hint: 'Give the name without a folder; the settings say where it goes.',
      });
    }
    const { attachmentFolderPath } = (await listed()).settings;
    const isTaken = (path: typeof note) => vault.stat(path) !== undefined;
    const path = attachmentPath(attachmentFolderPath, note, name, isTaken);
    policy.requireRead(path);
    return { path };
  },
});
