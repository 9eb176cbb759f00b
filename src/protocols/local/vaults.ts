import { isVaultError } from '../../contract/errors.ts';
import { isNote, rootPath } from '../../contract/paths.ts';
import { createPace } from '../../kit/pace.ts';
import type { ClientSessions } from '../../operations/client-sessions.ts';
import type { ServedVault, Session } from '../../operations/sessions.ts';

/** The vaults of the protocol. */
export interface VaultHost {
  readonly vaults: readonly ServedVault[];
  /** No vault can be written to, so nothing that writes is served. */
  readonly isReadOnly: boolean;
}

/** A vault as this client may see it. */
export async function describeVault(
  vault: ServedVault,
  client: ClientSessions,
): Promise<Record<string, unknown>> {
  const { view } = client.of(vault);
  return {
    name: vault.name,
    id: vault.id,
    path: vault.root,
    ...(await countFiles(view)),
    read_only: isReadOnly(view),
    index: vault.status().knowledge?.state ?? 'building',
  };
}

/** What the vault's own configuration says about links, new files and the trash. */
export async function describeSettings({ view }: Session): Promise<Record<string, unknown>> {
  const { settings } = await view.listed();
  return {
    new_link_format: settings.newLinkFormat,
    use_markdown_links: settings.useMarkdownLinks,
    always_update_links: settings.alwaysUpdateLinks,
    new_file_location: settings.newFileLocation,
    new_file_folder_path: settings.newFileFolderPath,
    attachment_folder_path: settings.attachmentFolderPath,
    trash_option: settings.trashOption,
    show_unsupported_files: settings.showUnsupportedFiles,
  };
}

async function countFiles({ vault }: Session['view']): Promise<Record<string, number>> {
  const pace = createPace();
  let [notes, files, bytes] = [0, 0, 0];
  for (const { path, stat } of vault.walk(rootPath, { recursive: true })) {
    if (stat.type !== 'folder') {
      files++;
      bytes += stat.size;
      if (isNote(path)) notes++;
    }
    if (pace.isDue()) await pace.pause();
  }
  return { notes, files, bytes };
}

/** Read-only as a whole, not only at one path. */
function isReadOnly({ policy }: Session['view']): boolean {
  try {
    policy.requireWrite(rootPath);
    return false;
  } catch (thrown) {
    return isVaultError(thrown) && thrown.about.data?.subreason === 'read_only_mode';
  }
}
