/** Where a link out of the vault may lead; anything else is shown as text. */
export function safeHref(href: string): string | undefined {
  return /^(https?:|mailto:|obsidian:|tel:)/i.test(href.trim()) ? href.trim() : undefined;
}

export interface LinkTarget {
  /** The file as it is written; empty for the note itself. */
  readonly file: string;
  /** A heading, or a block when it begins with "^". */
  readonly part: string;
}

export function splitTarget(target: string): LinkTarget {
  const at = target.indexOf('#');
  if (at === -1) return { file: target, part: '' };
  return { file: target.slice(0, at), part: target.slice(at + 1) };
}

/** Markdown links are percent-encoded; the daemon knows them as they are written. */
export function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** How Obsidian shows a link without a label: "Note > Heading". */
export function sayTarget({ file, part }: LinkTarget): string {
  const heading = part.replaceAll('#', ' > ');
  if (file === '') return heading;
  return part === '' ? file : `${file} > ${heading}`;
}
