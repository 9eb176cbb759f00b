import type { ErrorCode, VaultError } from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/reasons.ts';

/** An error as clients of the bundle get it. */
export interface BundleWireError {
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly errorCode: string };
}

interface Answer {
  readonly code: number;
  readonly errorCode: string;
  /** In other words than the engine's, where those are too terse for a person. */
  readonly say?: (path: string) => string;
}

const parseError = -32700;
const invalidRequest = -32600;
const methodNotFound = -32601;
const invalidParams = -32602;
const internalError = -32603;
const serverError = -32000;
const notRunning = -32001;
const vaultNotFound = -32002;
const fileNotFound = -32003;
const ambiguousName = -32004;
const permissionDenied = -32005;
const timedOut = -32006;

const conflict: Answer = {
  code: serverError,
  errorCode: 'CONFLICT',
  say: (path) => `"${path}" was changed by somebody else in the meantime. Read it again first.`,
};
const exists: Answer = {
  code: serverError,
  errorCode: 'FILE_EXISTS',
  say: (path) => `"${path}" already exists. Choose another name.`,
};
const gone: Answer = {
  code: fileNotFound,
  errorCode: 'FILE_NOT_FOUND',
  say: (path) => `"${path}" does not exist. Check the name.`,
};
const notANote: Answer = { code: invalidParams, errorCode: 'NOT_A_NOTE' };
const isFolder: Answer = {
  ...notANote,
  say: (path) => `"${path}" is a folder. Name a note inside it.`,
};
const ioError: Answer = { code: serverError, errorCode: 'IO_ERROR' };
const badName: Answer = { code: invalidParams, errorCode: 'INVALID_NAME' };
const appNotRunning: Answer = { code: notRunning, errorCode: 'OBSIDIAN_NOT_RUNNING' };
const noCommand: Answer = { code: serverError, errorCode: 'CLI_COMMAND_UNAVAILABLE' };
const noVault: Answer = { code: vaultNotFound, errorCode: 'VAULT_NOT_FOUND' };
const readOnly: Answer = { code: permissionDenied, errorCode: 'READ_ONLY' };

/** Total on purpose: a new code does not compile until this contract has an answer for it. */
const answers: Record<ErrorCode, Answer> = {
  'already-exists': exists,
  cancelled: { code: serverError, errorCode: 'SHUTTING_DOWN' },
  'changed-on-disk': conflict,
  'disk-full': ioError,
  forbidden: { code: permissionDenied, errorCode: 'PATH_FORBIDDEN' },
  internal: { code: internalError, errorCode: 'INTERNAL' },
  'invalid-input': { code: invalidParams, errorCode: 'INVALID_PARAMS' },
  'is-a-folder': isFolder,
  'name-too-long': badName,
  'not-a-folder': {
    ...badName,
    say: (path) => `"${path}" lies below something that is no folder. Choose another place.`,
  },
  'not-empty': conflict,
  'not-found': gone,
  'path-outside-vault': { code: invalidParams, errorCode: 'PATH_OUTSIDE_VAULT' },
  'permission-denied': {
    code: permissionDenied,
    errorCode: 'PERMISSION_DENIED',
    say: (path) => `The system does not allow this for "${path}". Check the rights of the file.`,
  },
  'special-file': notANote,
  'target-missing': gone,
  'timed-out': { code: timedOut, errorCode: 'TIMEOUT' },
  'too-large': ioError,
  unauthenticated: { code: permissionDenied, errorCode: 'PERMISSION_DENIED' },
  unavailable: ioError,
  unsupported: { code: invalidParams, errorCode: 'INVALID_PARAMS' },
};

/** Answered as its code is. */
const byCode = undefined;

/** Total on purpose: a new reason does not compile until it is said whether its code is answer enough. */
const answersByReason: Record<Reason, Answer | undefined> = {
  'ambiguous-name': { code: ambiguousName, errorCode: 'AMBIGUOUS_NAME' },
  'ambiguous-path': byCode,
  'ambiguous-section': byCode,
  'app-file-missing': gone,
  'app-not-running': appNotRunning,
  'app-only': { code: notRunning, errorCode: 'APP_ONLY' },
  'app-vault-missing': noVault,
  'base-broken': byCode,
  'cli-command-unavailable': noCommand,
  'cli-disabled': { code: notRunning, errorCode: 'CLI_DISABLED' },
  'cli-failure': { code: serverError, errorCode: 'CLI_FAILURE' },
  'cli-no-confirmation': { code: serverError, errorCode: 'CLI_NO_CONFIRMATION' },
  'cli-not-found': { code: notRunning, errorCode: 'CLI_NOT_FOUND' },
  'client-capability-missing': byCode,
  'code-refused': byCode,
  'command-unknown': noCommand,
  config: byCode,
  'content-invalid-json': byCode,
  'content-preexists': byCode,
  'context-length-too-large': byCode,
  'cursor-invalid': byCode,
  'file-exists': byCode,
  'folder-missing': { code: fileNotFound, errorCode: 'FOLDER_NOT_FOUND' },
  'frontmatter-invalid': byCode,
  'heading-outside-section': byCode,
  'invalid-name': badName,
  'logic-invalid': byCode,
  'logic-required': byCode,
  'no-active-file': byCode,
  'no-diff-viewer': byCode,
  'no-session': byCode,
  'not-a-note': notANote,
  'not-shared': byCode,
  'not-text': notANote,
  'note-missing': byCode,
  'outside-read-paths': byCode,
  'outside-write-paths': byCode,
  'patch-rejected': byCode,
  'path-forbidden': byCode,
  'path-is-file': byCode,
  'path-is-folder': byCode,
  'path-not-linkable': byCode,
  'path-prefix-invalid-mode': byCode,
  'path-traversal': byCode,
  'periodic-disabled': { code: serverError, errorCode: 'PLUGIN_DISABLED' },
  'periodic-not-found': byCode,
  'plugin-key-refused': appNotRunning,
  'plugin-unreachable': appNotRunning,
  'query-failed': byCode,
  'query-required': byCode,
  'query-syntax': byCode,
  'read-only': readOnly,
  'read-only-for-now': readOnly,
  'regex-invalid': byCode,
  'regex-timeout': byCode,
  'regex-unsafe': byCode,
  'resource-missing': byCode,
  'scope-missing': byCode,
  'section-missing': byCode,
  'section-required': byCode,
  'section-target-missing': byCode,
  'step-missing': byCode,
  'tag-invalid': byCode,
  'tags-required': byCode,
  'target-required': { code: invalidParams, errorCode: 'TARGET_REQUIRED' },
  'templates-not-configured': { code: serverError, errorCode: 'TEMPLATES_NOT_CONFIGURED' },
  'too-many-diffs': byCode,
  'tool-unknown': { code: invalidParams, errorCode: 'UNKNOWN_TOOL' },
  'unexpected-count': byCode,
  usage: byCode,
  'value-required': byCode,
  'vault-missing': noVault,
  'vault-required': { code: vaultNotFound, errorCode: 'VAULT_REQUIRED' },
  'version-missing': { code: fileNotFound, errorCode: 'VERSION_NOT_FOUND' },
};

/** The variable that helps, said after the hint that every protocol gives. */
const hints: Partial<Record<Reason, string>> = {
  'app-only': 'The variable for this is OBSIDIAN_BACKEND.',
  'plugin-key-refused': 'The variable for the key is OBSIDIAN_API_KEY.',
  'plugin-unreachable': 'The variable for its address is OBSIDIAN_BASE_URL.',
};

/** Facts that speak of another tool set's settings. */
const foreignFacts = new Set(['op', 'subreason', 'activeScope', 'parameter']);

export function toBundleWireError(error: VaultError): BundleWireError {
  const { about } = error;
  const answer = answerTo(error);
  const path = about.path === undefined ? {} : { path: about.path };
  const facts = Object.entries({ ...path, ...about.data });
  return {
    code: answer.code,
    message: sayError(error, answer),
    data: {
      errorCode: answer.errorCode,
      ...Object.fromEntries(facts.filter(([key]) => !foreignFacts.has(key))),
    },
  };
}

function answerTo({ code, about }: VaultError): Answer {
  return (about.reason && answersByReason[about.reason]) ?? answers[code];
}

/** One or two sentences that say what to do next. */
function sayError({ message, about }: VaultError, { say }: Answer): string {
  if (say !== undefined && about.path !== undefined) return say(about.path);
  // What did not fit a schema begins with the operation's name, which the client does not know.
  const told = message.replace(/^bundle\.\w+: /, '');
  const sentence = /[.?!]$/.test(told) ? told : `${told}.`;
  const more = [about.hint, about.reason && hints[about.reason]].filter(
    (hint) => hint !== undefined && !sentence.includes(hint),
  );
  return [sentence, ...more].join(' ');
}

/** Failures of the envelope, before any tool is asked. */
export const envelopeErrors = {
  parse: protocolError(parseError, 'PARSE_ERROR', 'The line is not valid JSON.'),
  batch: protocolError(invalidRequest, 'INVALID_REQUEST', 'Batches are not supported.'),
  tooLong: protocolError(invalidRequest, 'INVALID_REQUEST', 'The line is too long.'),
  shape: protocolError(
    invalidRequest,
    'INVALID_REQUEST',
    'This is not a JSON-RPC 2.0 request: it needs jsonrpc "2.0" and a method.',
  ),
  id: protocolError(
    invalidRequest,
    'INVALID_REQUEST',
    'The id of a request must be a text or a whole number.',
  ),
  notInitialized: protocolError(
    invalidRequest,
    'NOT_INITIALIZED',
    'The session is not initialized. Send initialize first.',
  ),
  initializedTwice: protocolError(
    invalidRequest,
    'INVALID_REQUEST',
    'The session is already initialized.',
  ),
  params: protocolError(
    invalidParams,
    'INVALID_PARAMS',
    'params must be an object with the name of a tool and an object of arguments.',
  ),
  internal: protocolError(internalError, 'INTERNAL', 'Something went wrong inside the server.'),
};

export function unknownMethod(method: string): BundleWireError {
  return protocolError(methodNotFound, 'METHOD_NOT_FOUND', `There is no method "${method}".`);
}

function protocolError(code: number, errorCode: string, message: string): BundleWireError {
  return { code, message, data: { errorCode } };
}
