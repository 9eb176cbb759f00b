import { type ErrorCode, toVaultError, type VaultError } from '../../contract/errors.ts';
import type { Reason } from '../../contract/reasons.ts';

/**
 * Every failure of this protocol: its number, whose first three digits are the status, and the text
 * that its message begins with. The numbers are those of the Local REST API plugin, and clients
 * compare them.
 */
const failures = {
  'frontmatter-unreadable': [40005, 'The frontmatter of the note cannot be read.'],
  'text-expected': [40010, 'The body must be text: send a Content-Type of text/*.'],
  'type-missing': [40011, 'The request has no Content-Type.'],
  'type-unknown': [40012, 'This Content-Type is not known here.'],
  'body-malformed': [40015, 'The body is not what its Content-Type says.'],
  'destination-missing': [40020, 'The request has no Destination header.'],
  'path-outside-vault': [40021, 'The path is not a path inside the vault.'],
  'destination-malformed': [40022, 'The Destination header cannot be decoded.'],
  'within-malformed': [40023, 'The Within header is not an integer.'],
  'condition-malformed': [40024, 'If-Match or If-None-Match is malformed.'],
  'position-unknown': [40050, 'Content-Insertion-Position must be "beginning" or "end".'],
  'heading-missing': [40051, 'The request has no Heading header.'],
  'heading-unknown': [40052, 'The note has no such heading.'],
  'target-type-missing': [40053, 'The request has no Target-Type header.'],
  'target-type-unknown': [40054, 'The target type must be heading, block or frontmatter.'],
  'target-missing': [40055, 'The request names no target.'],
  'operation-missing': [40056, 'The request has no Operation header.'],
  'operation-unknown': [40057, 'The operation is not known here.'],
  'target-malformed': [40058, 'The Target header cannot be decoded.'],
  'scope-unknown': [40059, 'The Target-Scope is not known here.'],
  'period-disabled': [40060, 'This period is not enabled.'],
  'query-failed': [40070, 'The query cannot be evaluated.'],
  'patch-failed': [40080, 'The patch could not be applied.'],
  'instruction-malformed': [40081, 'The patch instruction is malformed.'],
  'patch-version-unknown': [40082, 'This Markdown-Patch-Version cannot be used here.'],
  'patch-headers-refused': [40084, 'This request cannot have these headers.'],
  'query-missing': [40090, 'The request needs exactly one "query" parameter.'],
  'bad-request': [40000, 'The request is malformed.'],
  unauthorized: [
    40101,
    'Authorization required. Send the key in the header "Authorization: Bearer KEY".',
  ],
  forbidden: [40300, 'This is not allowed.'],
  'config-folder': [40321, 'The configuration folder of the vault is closed.'],
  'not-found': [40400, 'Not found.'],
  'period-unknown': [40460, 'There is no such period.'],
  'period-note-missing': [40461, 'The note of this period does not exist.'],
  'part-not-deletable': [40500, 'A part of a note is deleted with PATCH and Operation: delete.'],
  'file-expected': [40510, 'This method is for files, and the path is a folder.'],
  conflict: [40900, 'This conflicts with what is there.'],
  'destination-exists': [40920, 'The destination exists already.'],
  'condition-failed': [41200, 'The file is not in the state that the request requires.'],
  'too-large': [41300, 'The body is too large.'],
  'url-too-long': [41400, 'The URL is too long.'],
  'target-given-twice': [42200, 'The target is given twice, in the URL and in the headers.'],
  throttled: [42901, 'Too many wrong keys. Wait before you try another one.'],
  'client-gone': [49900, 'The request was cancelled.'],
  internal: [50000, 'Something went wrong inside vaultd. The log of the daemon has the details.'],
  'move-failed': [50020, 'The file could not be moved or copied.'],
  unavailable: [50300, 'This is not available now.'],
  'disk-full': [50700, 'The disk is full.'],
} as const satisfies Record<string, readonly [number: number, text: string]>;

export type RestReason = keyof typeof failures;

/** A failure as this protocol tells it. */
export class RestError extends Error {
  readonly reason: RestReason;
  readonly number: number;
  /** What goes with the answer, such as when to try again. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    reason: RestReason,
    detail = '',
    { headers = {}, cause }: { headers?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    const [number, text] = failures[reason];
    super(detail === '' ? text : `${text}\n${detail}`, { cause });
    this.reason = reason;
    this.number = number;
    this.headers = headers;
  }

  get status(): number {
    return Math.floor(this.number / 100);
  }
}

/** Total on purpose: a new code does not compile until this protocol has a number for it. */
const byCode: Record<ErrorCode, RestReason> = {
  'already-exists': 'destination-exists',
  cancelled: 'client-gone',
  'changed-on-disk': 'condition-failed',
  'disk-full': 'disk-full',
  forbidden: 'forbidden',
  internal: 'internal',
  'invalid-input': 'bad-request',
  'is-a-folder': 'file-expected',
  'name-too-long': 'path-outside-vault',
  'not-a-folder': 'not-found',
  'not-empty': 'conflict',
  'not-found': 'not-found',
  'path-outside-vault': 'path-outside-vault',
  'permission-denied': 'forbidden',
  'special-file': 'not-found',
  'target-missing': 'not-found',
  'timed-out': 'unavailable',
  'too-large': 'too-large',
  unauthenticated: 'unauthorized',
  unavailable: 'unavailable',
  unsupported: 'bad-request',
};

/** Reasons that have a number of their own, whatever the code is. */
const byReason: Partial<Record<Reason, RestReason>> = {
  'frontmatter-invalid': 'frontmatter-unreadable',
  'logic-invalid': 'query-failed',
  'logic-required': 'query-failed',
  'no-active-file': 'not-found',
  'not-text': 'text-expected',
  'periodic-disabled': 'period-disabled',
  'periodic-not-found': 'period-note-missing',
  'query-failed': 'query-failed',
  'query-required': 'query-missing',
  'query-syntax': 'query-failed',
  'regex-invalid': 'query-failed',
  'regex-timeout': 'query-failed',
  'regex-unsafe': 'query-failed',
};

/** Any failure as this protocol tells it. Bugs keep their details to themselves. */
export function toRestError(thrown: unknown, configFolder: string): RestError {
  if (thrown instanceof RestError) return thrown;
  const error = toVaultError(thrown);
  const { message, about, code } = error;
  const reason = reasonOf(error, configFolder);
  const detail = code === 'internal' ? '' : [message, about.hint].filter(Boolean).join(' ');
  return new RestError(reason, detail, { cause: error });
}

function reasonOf(error: VaultError, configFolder: string): RestReason {
  const { path = '', reason, data } = error.about;
  if (reason === 'path-forbidden') return reasonOfClosed(path, data, configFolder);
  return (reason !== undefined && byReason[reason]) || byCode[error.code];
}

/** Hidden names are as if absent, but for the app's own folder and links that lead to closed places. */
function reasonOfClosed(
  path: string,
  { op, subreason }: Readonly<Record<string, unknown>> = {},
  configFolder: string,
): RestReason {
  const [top = ''] = path.toLowerCase().split('/');
  if (subreason !== 'hidden' || top === configFolder.toLowerCase()) return 'config-folder';
  return op === 'write' ? 'forbidden' : 'not-found';
}
