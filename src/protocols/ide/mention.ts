import { relative } from 'node:path';
import { VaultError } from '../../contract/errors.ts';
import type { Mention } from '../../contract/workspace.ts';
import type { VaultPaths } from './vault-paths.ts';

export interface MentionParams {
  readonly filePath: string;
  readonly lineStart?: number;
  readonly lineEnd?: number;
}

/** How a file must be named so that the client attaches it. Throws where no spelling works. */
export function toMentionParams({ path, lines }: Mention, paths: VaultPaths): MentionParams {
  const absolute = paths.toAbsolute(path);
  const isQuoted = /\s/u.test(absolute);
  if (isQuoted && absolute.includes('"')) {
    throw unattachable(path, 'its path has white space and a double quote');
  }
  // The client shortens a bare path to its own folder, and takes `#` for the start of lines.
  const shown = isQuoted ? absolute : relative(paths.clientFolder ?? paths.root, absolute);
  if (shown.includes('#')) throw unattachable(path, 'its path has a #');
  return {
    filePath: isQuoted ? `"${absolute}"` : absolute,
    ...(lines && { lineStart: lines.start, lineEnd: lines.end }),
  };
}

function unattachable(path: string, why: string): VaultError {
  return new VaultError('unsupported', `"${path}" cannot be mentioned: ${why}.`, {
    path,
    hint: 'Claude Code does not attach files of such a name. Rename the note, or paste its text.',
  });
}
