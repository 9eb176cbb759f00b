import type { ErrorCode, VaultError } from '../../../contract/errors.ts';

/** An error as clients of the bundle get it. */
export interface WireError {
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

/** Finer words of the engine and of the operations. */
const answersByReason: Readonly<Record<string, Answer>> = {
  ambiguous_name: { code: ambiguousName, errorCode: 'AMBIGUOUS_NAME' },
  app_file_missing: gone,
  app_not_running: { code: notRunning, errorCode: 'OBSIDIAN_NOT_RUNNING' },
  app_only: { code: notRunning, errorCode: 'APP_ONLY' },
  cli_command_unavailable: { code: serverError, errorCode: 'CLI_COMMAND_UNAVAILABLE' },
  cli_disabled: { code: notRunning, errorCode: 'CLI_DISABLED' },
  cli_failure: { code: serverError, errorCode: 'CLI_FAILURE' },
  cli_no_confirmation: { code: serverError, errorCode: 'CLI_NO_CONFIRMATION' },
  cli_not_found: { code: notRunning, errorCode: 'CLI_NOT_FOUND' },
  command_unknown: { code: serverError, errorCode: 'CLI_COMMAND_UNAVAILABLE' },
  folder_missing: { code: fileNotFound, errorCode: 'FOLDER_NOT_FOUND' },
  invalid_name: badName,
  not_a_note: notANote,
  not_text: notANote,
  periodic_disabled: { code: serverError, errorCode: 'PLUGIN_DISABLED' },
  target_required: { code: invalidParams, errorCode: 'TARGET_REQUIRED' },
  templates_not_configured: { code: serverError, errorCode: 'TEMPLATES_NOT_CONFIGURED' },
  unknown_tool: { code: invalidParams, errorCode: 'UNKNOWN_TOOL' },
  version_missing: { code: fileNotFound, errorCode: 'VERSION_NOT_FOUND' },
  vault_missing: { code: vaultNotFound, errorCode: 'VAULT_NOT_FOUND' },
  vault_required: { code: vaultNotFound, errorCode: 'VAULT_REQUIRED' },
};

/** Facts that speak of another tool set's settings. */
const foreignFacts = new Set(['op', 'subreason', 'activeScope', 'parameter']);

export function toWireError(error: VaultError): WireError {
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
  if (code === 'forbidden' && about.data?.subreason === 'read_only_mode') {
    return { code: permissionDenied, errorCode: 'READ_ONLY' };
  }
  return answersByReason[about.reason ?? ''] ?? answers[code];
}

/** One or two sentences that say what to do next. */
function sayError({ message, about }: VaultError, { say }: Answer): string {
  if (say !== undefined && about.path !== undefined) return say(about.path);
  // What did not fit a schema begins with the operation's name, which the client does not know.
  const told = message.replace(/^bundle\.\w+: /, '');
  const sentence = /[.?!]$/.test(told) ? told : `${told}.`;
  const { hint } = about;
  return hint === undefined || sentence.includes(hint) ? sentence : `${sentence} ${hint}`;
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

export function unknownMethod(method: string): WireError {
  return protocolError(methodNotFound, 'METHOD_NOT_FOUND', `There is no method "${method}".`);
}

function protocolError(code: number, errorCode: string, message: string): WireError {
  return { code, message, data: { errorCode } };
}
