import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { StepEntry } from '../../api/operations.ts';
import { diffTexts, type TextDiff } from '../../kit/diff.ts';
import { DiffText } from '../../kit/diff-text.tsx';
import { isNotePath } from '../../kit/paths.ts';
import { hrefOf } from '../../kit/route.ts';

/** A file of a change, with its texts where it has any. */
export type ChangedTexts = StepEntry['files'][number] & {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};

/** What a change did to one file. */
export function FileDiff({ file }: { file: ChangedTexts }): JSX.Element {
  const { what, path, to } = file;
  const diff = useFileDiff(file);
  return (
    <FileSection file={file} label={path} diff={diff}>
      {isNotePath(to ?? path) && what !== 'deleted' && (
        <a class="button quiet" href={hrefOf('notes', to ?? path)}>
          Open
        </a>
      )}
    </FileSection>
  );
}

export function useFileDiff({ before, after }: ChangedTexts): TextDiff | undefined {
  return useMemo(
    () =>
      before === undefined && after === undefined
        ? undefined
        : diffTexts(before ?? '', after ?? ''),
    [before, after],
  );
}

interface FileSectionProps {
  readonly file: ChangedTexts;
  /** What tells it from other sections. */
  readonly label: string;
  readonly diff: TextDiff | undefined;
  /** What can be done with the file. */
  readonly children?: ComponentChildren;
}

export function FileSection({ file, label, diff, children }: FileSectionProps): JSX.Element {
  const { what, path, to } = file;
  return (
    <section class="file-diff" aria-label={label}>
      <header>
        <span class={`badge ${tones[what]}`}>{what}</span>
        <span class="truncate mono">{to === undefined ? path : `${path} → ${to}`}</span>
        <span class="grow" />
        {diff !== undefined && (
          <span class="counts numbers">
            <span class="added">+{diff.added}</span> <span class="removed">−{diff.removed}</span>
          </span>
        )}
        {children}
      </header>
      {diff !== undefined && diff.hunks.length > 0 && <DiffText diff={diff} of={label} />}
      {diff === undefined && what !== 'moved' && what !== 'folder' && (
        <p class="faint file-diff-note">Not text, or no longer in the history.</p>
      )}
    </section>
  );
}

const tones = { created: 'good', changed: '', deleted: 'bad', moved: 'warn', folder: '' } as const;
