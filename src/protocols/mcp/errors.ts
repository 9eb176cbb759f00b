import type { About, ErrorCode, VaultError } from '../../contract/errors.ts';
import { type Reason, reasonWords } from '../../contract/reasons.ts';
import { toOneLine } from '../../kit/one-line.ts';
import { toRecord } from '../../kit/records.ts';
import type { McpWireError } from './protocol-error.ts';

/*
 * Two contracts, one table. The tools of the vault fail in results, with a number and a word for
 * agents. Those of the bundle fail with numbers of their own and a word in capitals.
 */

/** Numbers of the vault's tools. */
const serviceUnavailable = -32000;
const notFound = -32001;
const conflict = -32002;
const timeout = -32004;
const forbidden = -32005;
const unauthorized = -32006;
const validation = -32007;
/** Numbers of both. */
const invalidRequest = -32600;
const invalidParams = -32602;
const internal = -32603;
/** Numbers of the bundle. */
const serverError = -32000;
const notRunning = -32001;
const vaultNotFound = -32002;
const fileNotFound = -32003;
const ambiguousName = -32004;
const permissionDenied = -32005;
const timedOut = -32006;

type BundleAnswer = readonly [code: number, errorCode: string];

const appNotRunning: BundleAnswer = [notRunning, 'OBSIDIAN_NOT_RUNNING'];
const badName: BundleAnswer = [invalidParams, 'INVALID_NAME'];
const badParams: BundleAnswer = [invalidParams, 'INVALID_PARAMS'];
const changed: BundleAnswer = [serverError, 'CONFLICT'];
const gone: BundleAnswer = [fileNotFound, 'FILE_NOT_FOUND'];
const ioError: BundleAnswer = [serverError, 'IO_ERROR'];
const noCommand: BundleAnswer = [serverError, 'CLI_COMMAND_UNAVAILABLE'];
const notANote: BundleAnswer = [invalidParams, 'NOT_A_NOTE'];
const noVault: BundleAnswer = [vaultNotFound, 'VAULT_NOT_FOUND'];
const readOnly: BundleAnswer = [permissionDenied, 'READ_ONLY'];

/** Number and word of the vault's tools, and what the bundle says. Total: a new code needs a line. */
const answers: Record<ErrorCode, readonly [code: number, word: string, bundle: BundleAnswer]> = {
  'already-exists': [conflict, 'file_exists', [serverError, 'FILE_EXISTS']],
  cancelled: [invalidRequest, 'cancelled', [serverError, 'SHUTTING_DOWN']],
  'changed-on-disk': [conflict, 'changed_on_disk', changed],
  'disk-full': [serviceUnavailable, 'disk_full', ioError],
  forbidden: [forbidden, 'path_forbidden', [permissionDenied, 'PATH_FORBIDDEN']],
  internal: [internal, 'internal', [internal, 'INTERNAL']],
  'invalid-input': [validation, 'invalid_input', badParams],
  'is-a-folder': [validation, 'path_is_directory', notANote],
  'name-too-long': [validation, 'name_too_long', badName],
  'not-a-folder': [validation, 'path_is_file', badName],
  'not-empty': [conflict, 'not_empty', changed],
  'not-found': [notFound, 'note_missing', gone],
  'path-outside-vault': [validation, 'path_traversal', [invalidParams, 'PATH_OUTSIDE_VAULT']],
  'permission-denied': [forbidden, 'permission_denied', [permissionDenied, 'PERMISSION_DENIED']],
  'special-file': [validation, 'not_text', notANote],
  'target-missing': [validation, 'section_target_missing', gone],
  'timed-out': [timeout, 'timeout', [timedOut, 'TIMEOUT']],
  'too-large': [validation, 'too_large', ioError],
  unauthenticated: [unauthorized, 'unauthenticated', [permissionDenied, 'PERMISSION_DENIED']],
  unavailable: [serviceUnavailable, 'unavailable', ioError],
  unsupported: [validation, 'unsupported', badParams],
};

/** Trying again may help. */
const retryable: readonly ErrorCode[] = ['timed-out', 'unavailable'];

/** What agents know each reason by. */
const words: Record<Reason, string> = { ...reasonWords, 'folder-missing': 'directory_missing' };

/** What the bundle says about a reason, where its code does not say enough. */
const bundleAnswers: Partial<Record<Reason, BundleAnswer>> = {
  'ambiguous-name': [ambiguousName, 'AMBIGUOUS_NAME'],
  'app-file-missing': gone,
  'app-not-running': appNotRunning,
  'app-only': [notRunning, 'APP_ONLY'],
  'app-vault-missing': noVault,
  'cli-command-unavailable': noCommand,
  'cli-disabled': [notRunning, 'CLI_DISABLED'],
  'cli-failure': [serverError, 'CLI_FAILURE'],
  'cli-no-confirmation': [serverError, 'CLI_NO_CONFIRMATION'],
  'cli-not-found': [notRunning, 'CLI_NOT_FOUND'],
  'command-unknown': noCommand,
  'folder-missing': [fileNotFound, 'FOLDER_NOT_FOUND'],
  'invalid-name': badName,
  'not-a-note': notANote,
  'not-text': notANote,
  'periodic-disabled': [serverError, 'PLUGIN_DISABLED'],
  'plugin-key-refused': appNotRunning,
  'plugin-unreachable': appNotRunning,
  'read-only': readOnly,
  'read-only-for-now': readOnly,
  'target-required': [invalidParams, 'TARGET_REQUIRED'],
  'templates-not-configured': [serverError, 'TEMPLATES_NOT_CONFIGURED'],
  'tool-unknown': [invalidParams, 'UNKNOWN_TOOL'],
  'vault-missing': noVault,
  'vault-required': [vaultNotFound, 'VAULT_REQUIRED'],
  'version-missing': [fileNotFound, 'VERSION_NOT_FOUND'],
  'waits-for-approval': [permissionDenied, 'WAITS_FOR_APPROVAL'],
};

/** Reasons whose number differs from that of their code. */
const codesByReason: Partial<Record<Reason, number>> = {
  'ambiguous-path': conflict,
  'ambiguous-section': conflict,
  'client-capability-missing': invalidRequest,
  'cursor-invalid': invalidParams,
};

/** Variables that help, said after the hint that every protocol gives. */
const variables = {
  'plugin-key-refused': 'The variable for the key is OBSIDIAN_API_KEY.',
  'plugin-unreachable': 'The variable for its address is OBSIDIAN_BASE_URL.',
};
const bundleHints: Partial<Record<Reason, string>> = {
  ...variables,
  'app-only': 'The variable for this is OBSIDIAN_BACKEND.',
};
const vaultHints: Partial<Record<Reason, string>> = {
  ...variables,
  'ambiguous-section': 'obsidian_replace_in_note can rename a heading.',
  'command-unknown': 'obsidian_list_commands lists the commands.',
  'content-preexists':
    'To add it once more, use obsidian_patch_note with patchOptions.applyIfContentPreexists.',
  'file-exists':
    'obsidian_patch_note, obsidian_append_to_note and obsidian_replace_in_note change a note.',
  'no-active-file': 'obsidian_open_in_ui opens a note.',
  'no-palette':
    'Other ways to an app: its Local REST API plugin (OBSIDIAN_API_KEY, OBSIDIAN_BASE_URL), or its command line tool (OBSIDIAN_BACKEND=app).',
  'note-missing': 'obsidian_list_notes and obsidian_search_notes find notes.',
  'path-is-file': 'obsidian_get_note reads a file.',
  'path-is-folder': 'obsidian_list_notes lists a folder.',
  'periodic-not-found': 'obsidian_write_note creates a note at its path.',
  'waits-for-approval': 'obsidian_approvals says what was decided, and can wait for it.',
  'section-target-missing': 'obsidian_get_note with format "document-map" gives the outline.',
};

/** What a client that may not write can do. */
export const readingOnly =
  'You can read and search. Tell the user what you would change, and let them decide.';

type Sayable = Pick<VaultError, 'message' | 'about'>;

/** Refusals say what is allowed, not how to allow more: that is for the owner. */
const refusals: Partial<Record<Reason, (about: About) => Sayable>> = {
  'outside-read-paths': (about) => outside(about, 'readable', 'OBSIDIAN_READ_PATHS'),
  'outside-write-paths': (about) => outside(about, 'writable', 'OBSIDIAN_WRITE_PATHS'),
  'read-only': (about) => ({
    message: `Path '${about.path}' is not writable: server is in read-only mode (OBSIDIAN_READ_ONLY=true).`,
    about: { ...about, hint: readingOnly },
  }),
  'read-only-for-now': (about) => ({
    message: `Path '${about.path}' is not writable: the owner lets this client only read for now.`,
    about: { ...about, hint: readingOnly },
  }),
};

/** An error as clients of the vault's tools get it. */
export function toMcpWireError(error: VaultError, requestId: string): McpWireError {
  const { message, about } = toSayable(error);
  const hint = sayHint(about);
  const [code, word] = answerTo(error);
  return {
    code,
    message: toOneLine(message),
    data: {
      reason: word,
      ...(about.path !== undefined && { path: about.path }),
      ...about.data,
      ...(hint !== undefined && { recovery: { hint: toOneLine(hint) } }),
      retryable: retryable.includes(error.code),
      requestId,
    },
  };
}

function answerTo(error: VaultError): readonly [code: number, word: string] {
  if (isArgumentError(error)) return [invalidParams, 'invalid_arguments'];
  const [code, word] = answers[error.code];
  const { reason } = error.about;
  if (reason === undefined) return [code, word];
  return [codesByReason[reason] ?? code, words[reason]];
}

function toSayable(error: VaultError): Sayable {
  if (isArgumentError(error)) return toArgumentError(error);
  const { reason } = error.about;
  return (reason && refusals[reason]?.(error.about)) ?? error;
}

function sayHint({ hint, reason }: About): string | undefined {
  const tool = reason && vaultHints[reason];
  return hint === undefined || tool === undefined ? (hint ?? tool) : `${hint} ${tool}`;
}

/** The same for people and models: what happened, what to do, and the facts in one line. */
export function sayError({ message, data }: McpWireError): string {
  const { hint = '' } = toRecord(data.recovery);
  const facts = [
    `reason ${data.reason}`,
    data.retryable === true ? 'retryable' : 'not retryable',
    `request ${data.requestId}`,
  ];
  return [
    `Error: ${message}`,
    ...(hint === '' || message.includes(String(hint)) ? [] : [`Recovery: ${hint}`]),
    `(${facts.join(' · ')})`,
  ].join('\n\n');
}

/** Input that did not fit the schema names the parameter and nothing else. */
function isArgumentError({ code, about }: VaultError): boolean {
  return (
    code === 'invalid-input' && about.reason === undefined && about.data?.parameter !== undefined
  );
}

function toArgumentError(error: VaultError): Sayable {
  const what = error.message.replace(/^[^:]*: /, '');
  return { message: `Invalid arguments: ${what}`, about: { hint: what } };
}

function outside(about: About, verb: string, variable: string): Sayable {
  const { activeScope } = { ...about.data };
  const scope: unknown[] = Array.isArray(activeScope) ? activeScope : [];
  const prefixes = scope.length === 0 ? '(empty)' : scope.map((each) => `'${each}'`).join(', ');
  return {
    message: `Path '${about.path}' is not ${verb}: outside ${variable}.`,
    about: {
      ...about,
      hint: `Allowed prefixes: [${prefixes}]. Choose a path below one of them, or tell the user.`,
    },
  };
}

/** What the bundle says about a path instead of the engine's words, which are too terse for a person. */
const sentences: Partial<Record<ErrorCode, (path: string) => string>> = {
  'already-exists': (path) => `"${path}" already exists. Choose another name.`,
  'changed-on-disk': (path) => `"${path}" was changed in the meantime. Read it again first.`,
  'is-a-folder': (path) => `"${path}" is a folder. Name a note inside it.`,
  'not-a-folder': (path) => `"${path}" is below a file, not a folder. Choose another place.`,
  'not-empty': (path) => `"${path}" was changed in the meantime. Read it again first.`,
  'not-found': (path) => `"${path}" does not exist. Check the name.`,
  'permission-denied': (path) => `The system denies access to "${path}". Check its permissions.`,
  'target-missing': (path) => `"${path}" does not exist. Check the name.`,
};

/** Facts about the settings of the other tool set. */
const foreignFacts = new Set(['op', 'subreason', 'activeScope', 'parameter']);

/** An error as clients of the bundle get it. */
export function toBundleWireError(error: VaultError): McpWireError & {
  readonly data: { readonly errorCode: string };
} {
  const { path, reason, data } = error.about;
  const usual = answers[error.code][2];
  const answer = (reason && bundleAnswers[reason]) ?? usual;
  const [code, errorCode] = answer;
  const say = path !== undefined && answer === usual ? sentences[error.code]?.(path) : undefined;
  const facts = Object.entries({ ...(path !== undefined && { path }), ...data });
  return {
    code,
    message: say ?? sayBundleError(error),
    data: {
      errorCode,
      ...Object.fromEntries(facts.filter(([key]) => !foreignFacts.has(key))),
    },
  };
}

/** One or two sentences that say what to do next. */
function sayBundleError({ message, about }: VaultError): string {
  // What did not fit a schema begins with the operation's name, which the client does not know.
  const text = message.replace(/^bundle\.\w+: /, '');
  const sentence = /[.?!]$/.test(text) ? text : `${text}.`;
  const more = [about.hint, about.reason && bundleHints[about.reason]].filter(
    (hint) => hint !== undefined && !sentence.includes(hint),
  );
  return [sentence, ...more].join(' ');
}
