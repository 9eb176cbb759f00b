import type { ErrorCode, VaultError } from '../../contract/errors.ts';

const serviceUnavailable = -32000;
const notFound = -32001;
const conflict = -32002;
const timeout = -32004;
const forbidden = -32005;
const unauthorized = -32006;
const validation = -32007;
const invalidRequest = -32600;
const invalidParams = -32602;
const internal = -32603;

interface Answer {
  readonly code: number;
  /** The word agents look at, unless the error brings a finer one. */
  readonly reason: string;
  readonly retryable?: true;
}

/** Total on purpose: a new code does not compile until this door has an answer for it. */
const answers: Record<ErrorCode, Answer> = {
  'already-exists': { code: conflict, reason: 'file_exists' },
  cancelled: { code: invalidRequest, reason: 'cancelled' },
  'changed-on-disk': { code: conflict, reason: 'changed_on_disk' },
  'disk-full': { code: serviceUnavailable, reason: 'disk_full' },
  forbidden: { code: forbidden, reason: 'path_forbidden' },
  internal: { code: internal, reason: 'internal' },
  'invalid-input': { code: validation, reason: 'invalid_input' },
  'is-a-folder': { code: validation, reason: 'path_is_directory' },
  'name-too-long': { code: validation, reason: 'name_too_long' },
  'not-a-folder': { code: validation, reason: 'path_is_file' },
  'not-empty': { code: conflict, reason: 'not_empty' },
  'not-found': { code: notFound, reason: 'note_missing' },
  'path-outside-vault': { code: validation, reason: 'path_traversal' },
  'permission-denied': { code: forbidden, reason: 'permission_denied' },
  'special-file': { code: validation, reason: 'not_text' },
  'target-missing': { code: validation, reason: 'section_target_missing' },
  'timed-out': { code: timeout, reason: 'timeout', retryable: true },
  'too-large': { code: validation, reason: 'too_large' },
  unauthenticated: { code: unauthorized, reason: 'unauthenticated' },
  unavailable: { code: serviceUnavailable, reason: 'unavailable', retryable: true },
  unsupported: { code: validation, reason: 'unsupported' },
};

/** Reasons whose number differs from that of their code. */
const codesByReason: Readonly<Record<string, number>> = {
  ambiguous_path: conflict,
  ambiguous_section: conflict,
  client_capability_missing: invalidRequest,
  cursor_invalid: invalidParams,
  invalid_arguments: invalidParams,
};

/** An error as this door's clients get it, in a result or as a JSON-RPC error. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly reason: string };
}

export function toWireError(error: VaultError, requestId: string): WireError {
  const { message, about } = isArgumentError(error) ? toArgumentError(error) : error;
  const answer = answers[error.code];
  const reason = isArgumentError(error) ? 'invalid_arguments' : (about.reason ?? answer.reason);
  return {
    code: codesByReason[reason] ?? answer.code,
    message,
    data: {
      reason,
      ...(about.path !== undefined && { path: about.path }),
      ...about.data,
      ...(about.hint !== undefined && { recovery: { hint: about.hint } }),
      retryable: answer.retryable ?? false,
      requestId,
    },
  };
}

/** The same for people and models: what happened, what to do, and the facts in one line. */
export function sayError({ message, data }: WireError): string {
  const { recovery } = data;
  const hint =
    typeof recovery === 'object' && recovery !== null && 'hint' in recovery
      ? String(recovery.hint)
      : '';
  const facts = [
    `reason ${data.reason}`,
    data.retryable === true ? 'retryable' : 'not retryable',
    `request ${data.requestId}`,
  ];
  return [
    `Error: ${message}`,
    ...(hint === '' || message.includes(hint) ? [] : [`Recovery: ${hint}`]),
    `(${facts.join(' · ')})`,
  ].join('\n\n');
}

/** Input that did not fit the schema names the parameter and nothing else. */
function isArgumentError({ code, about }: VaultError): boolean {
  return (
    code === 'invalid-input' && about.reason === undefined && about.data?.parameter !== undefined
  );
}

function toArgumentError(error: VaultError): Pick<VaultError, 'message' | 'about'> {
  const what = error.message.replace(/^[^:]*: /, '');
  return { message: `Invalid arguments: ${what}`, about: { hint: what } };
}
