/** A change that waits for a decision, as the daemon describes it. */
export interface Proposal {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly client: string;
  readonly is_stale: boolean;
  /** Nothing could show it, so its client asks the user itself. */
  readonly is_decided_elsewhere: boolean;
}

export interface ProposedTexts extends Proposal {
  readonly old_text: string;
  readonly new_text: string;
  /** Of a change of several files, or of none with a text. */
  readonly files?: readonly ProposedFile[];
}

/** One file of a change that is decided as a whole. */
export interface ProposedFile {
  readonly name: string;
  readonly oldText: string | undefined;
  readonly newText: string | undefined;
}

export type Decision = 'accept' | 'reject' | 'close';

/** Characters of both texts that are still compared line by line. */
const comparedMax = 1_000_000;

/** Whether the two texts are small enough to be compared. */
export function isComparable(oldText: string, newText: string): boolean {
  return oldText.length + newText.length <= comparedMax;
}

/**
 * The text to accept. Editors break lines in their own way, so an untouched text is sent as it
 * came, and an edited one gets the line breaks that most of its lines had.
 */
export function toAccepted(proposed: string, edited: string): string {
  if (toLines(proposed) === edited) return proposed;
  const breaks = proposed.match(/\r\n|\n/g) ?? [];
  const isWindows = breaks.filter((each) => each === '\r\n').length * 2 > breaks.length;
  return isWindows ? edited.replaceAll('\n', '\r\n') : edited;
}

/** A text as an editor holds it. */
function toLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Why a proposal waits no more. */
export function describeEnd(reason: string, by: string | undefined, client: string): string {
  const who = by === undefined ? 'elsewhere' : `by ${by}`;
  switch (reason) {
    case 'accepted':
      return `Accepted ${who}.`;
    case 'rejected':
    case 'closed':
      return `Rejected ${who}.`;
    case 'replaced':
      return `${client} has proposed something else instead.`;
    case 'stopped':
      return 'The daemon has stopped, so no program waits for a decision any more.';
    default:
      return `${client} has withdrawn it.`;
  }
}
