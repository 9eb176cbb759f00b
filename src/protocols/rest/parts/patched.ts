import type * as z from 'zod';
import { sectionEdit } from '../../../operations/section/edit.ts';
import { readCondition } from '../conditions.ts';
import { RestError } from '../errors.ts';
import type { FileExchange } from '../exchange.ts';
import type { RestReply } from '../frame.ts';
import { markdownType } from '../media-types.ts';
import { locationOf } from '../whole-files.ts';
import { toPatchError } from './patch-errors.ts';

/** One edit of a note as a request describes it, before it is checked. */
export type SectionRequest = Omit<
  Partial<Record<keyof z.input<typeof sectionEdit.input>, unknown>>,
  'condition' | 'path' | 'start'
>;

/** Makes an edit, and answers with the whole new text of the note. */
export async function answerEdit(
  exchange: FileExchange,
  dialect: 0 | 1 | 2,
  edit: SectionRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<RestReply> {
  const { session, request, path, start, signal } = exchange;
  const condition = readCondition(request);
  const begins = isMade(exchange) ? { start } : {};
  try {
    const asked = { ...edit, path, condition, ...begins };
    const outcome = await session.dispatch(sectionEdit, asked, signal());
    if (!outcome.ok) throw outcome.error;
    const { content, etag, warnings, step } = sectionEdit.output.parse(outcome.output);
    const said = encodeURIComponent(JSON.stringify(warnings));
    return {
      status: 200,
      headers: {
        ...headers,
        ...locationOf(exchange),
        'Content-Type': markdownType,
        ETag: `"${etag}"`,
        ...(step && { 'Vaultd-Step': step }),
        ...(warnings.length > 0 && { 'Markdown-Patch-Warnings': said }),
      },
      body: content,
    };
  } catch (thrown) {
    throw toPatchError(thrown, dialect, headers);
  }
}

/** Refuses what is no file that can be edited. */
export function requireNoteToEdit(exchange: FileExchange): void {
  const { type, endsInSlash, path } = exchange;
  if (type === 'folder' || (type === 'nothing' && endsInSlash && !isMade(exchange))) {
    throw new RestError('file-expected', `"${path}" is a folder.`);
  }
  if (type === 'nothing' && !isMade(exchange)) {
    throw new RestError('not-found', `There is no "${path}".`);
  }
}

/** A note that is named by its period is made where it is missing. */
function isMade({ type, isNamedElsewhere }: FileExchange): boolean {
  return type === 'nothing' && isNamedElsewhere;
}
