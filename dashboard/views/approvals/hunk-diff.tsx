import type { ComponentChildren, JSX } from 'preact';
import type { Output } from '../../api/operations.ts';
import { type ChangedTexts, FileSection, useFileDiff } from '../activity/file-diff.tsx';

export type ApprovalHunk = Output<'approval.show'>['hunks'][number];

interface HunkDiffProps {
  readonly hunk: ApprovalHunk;
  /** The files that the hunks belong to. */
  readonly files: readonly ChangedTexts[];
  /** The buttons of this hunk. */
  readonly children: ComponentChildren;
}

/** What one hunk alone would change. */
export function HunkDiff({ hunk, files, children }: HunkDiffProps): JSX.Element {
  const file = files.find(({ what, path }) => what === hunk.what && path === hunk.path) ?? hunk;
  const alone = { ...file, after: withHunk(file, hunk) };
  return (
    <FileSection file={alone} label={placeOf(hunk)} diff={useFileDiff(alone)}>
      {children}
    </FileSection>
  );
}

/** Where a hunk is, in words. */
export function placeOf({ line, path }: ApprovalHunk): string {
  return line === undefined ? path : `line ${line} of ${path}`;
}

/** The text with this hunk and no other. What is created, moved or deleted has no parts. */
function withHunk({ before, after }: ChangedTexts, hunk: ApprovalHunk): string | undefined {
  const { line, removed = [], added = [] } = hunk;
  if (line === undefined || before === undefined) return after;
  const lines = before.split(/\r?\n/);
  lines.splice(line - 1, removed.length, ...added);
  return lines.join('\n');
}
