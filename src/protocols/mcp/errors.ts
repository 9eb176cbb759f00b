import type { About, ErrorCode, VaultError } from '../../contract/errors.ts';
import type { Reason } from '../../contract/reasons.ts';

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

/** Total on purpose: a new code does not compile until this protocol has an answer for it. */
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

/** What agents know each reason by. Total on purpose: a new reason needs a word here to compile. */
const words: Record<Reason, string> = {
  'ambiguous-name': 'ambiguous_name',
  'ambiguous-path': 'ambiguous_path',
  'ambiguous-section': 'ambiguous_section',
  'app-file-missing': 'app_file_missing',
  'app-not-running': 'app_not_running',
  'app-only': 'app_only',
  'app-vault-missing': 'vault_missing',
  'base-broken': 'base-broken',
  'cli-command-unavailable': 'cli_command_unavailable',
  'cli-disabled': 'cli_disabled',
  'cli-failure': 'cli_failure',
  'cli-no-confirmation': 'cli_no_confirmation',
  'cli-not-found': 'cli_not_found',
  'client-capability-missing': 'client_capability_missing',
  'code-refused': 'code-refused',
  'command-unknown': 'command_unknown',
  config: 'config',
  'content-invalid-json': 'content_invalid_json',
  'content-preexists': 'content_preexists',
  'context-length-too-large': 'context_length_too_large',
  'cursor-invalid': 'cursor_invalid',
  'file-exists': 'file_exists',
  'folder-missing': 'directory_missing',
  'frontmatter-invalid': 'frontmatter_invalid',
  'heading-outside-section': 'heading_outside_section',
  'invalid-name': 'invalid_name',
  'logic-invalid': 'logic_invalid',
  'logic-required': 'logic_required',
  'no-active-file': 'no_active_file',
  'no-diff-viewer': 'no-diff-viewer',
  'no-session': 'no-session',
  'not-a-note': 'not_a_note',
  'not-shared': 'not-shared',
  'not-text': 'not_text',
  'note-missing': 'note_missing',
  'outside-read-paths': 'path_forbidden',
  'outside-write-paths': 'path_forbidden',
  'patch-rejected': 'patch_rejected',
  'path-forbidden': 'path_forbidden',
  'path-is-file': 'path_is_file',
  'path-is-folder': 'path_is_directory',
  'path-not-linkable': 'path_not_linkable',
  'path-prefix-invalid-mode': 'path_prefix_invalid_mode',
  'path-traversal': 'path_traversal',
  'periodic-disabled': 'periodic_disabled',
  'periodic-not-found': 'periodic_not_found',
  'plugin-key-refused': 'app_not_running',
  'plugin-unreachable': 'app_not_running',
  'query-failed': 'query-failed',
  'query-required': 'query_required',
  'query-syntax': 'query-syntax',
  'read-only': 'path_forbidden',
  'read-only-for-now': 'path_forbidden',
  'regex-invalid': 'regex_invalid',
  'regex-timeout': 'regex_timeout',
  'regex-unsafe': 'regex_unsafe',
  'resource-missing': 'resource_missing',
  'scope-missing': 'scope_missing',
  'section-missing': 'section_missing',
  'section-required': 'section_required',
  'section-target-missing': 'section_target_missing',
  'step-missing': 'step_missing',
  'tag-invalid': 'tag_invalid',
  'tags-required': 'tags_required',
  'target-required': 'target_required',
  'templates-not-configured': 'templates_not_configured',
  'too-many-diffs': 'too-many-diffs',
  'tool-unknown': 'unknown_tool',
  'unexpected-count': 'unexpected_count',
  usage: 'usage',
  'value-required': 'value_required',
  'vault-missing': 'vault_missing',
  'vault-required': 'vault_required',
  'version-missing': 'version_missing',
};

/** Reasons whose number differs from that of their code. */
const codesByReason: Partial<Record<Reason, number>> = {
  'ambiguous-path': conflict,
  'ambiguous-section': conflict,
  'client-capability-missing': invalidRequest,
  'cursor-invalid': invalidParams,
};

/** The tool or the variable that helps, said after the hint that every protocol gives. */
const hints: Partial<Record<Reason, string>> = {
  'ambiguous-section': 'obsidian_replace_in_note can rename a heading.',
  'command-unknown': 'obsidian_list_commands lists the commands.',
  'content-preexists':
    'To add it once more, use obsidian_patch_note with patchOptions.applyIfContentPreexists.',
  'file-exists':
    'obsidian_patch_note, obsidian_append_to_note and obsidian_replace_in_note change a note.',
  'no-active-file': 'obsidian_open_in_ui opens a note.',
  'note-missing': 'obsidian_list_notes and obsidian_search_notes find notes.',
  'path-is-file': 'obsidian_get_note reads a file.',
  'path-is-folder': 'obsidian_list_notes lists a folder.',
  'periodic-not-found': 'obsidian_write_note creates a note at its path.',
  'plugin-key-refused': 'The variable for the key is OBSIDIAN_API_KEY.',
  'plugin-unreachable': 'The variable for its address is OBSIDIAN_BASE_URL.',
  'section-target-missing': 'obsidian_get_note with format "document-map" gives the outline.',
};

type Told = Pick<VaultError, 'message' | 'about'>;

/** Refusals by a setting are told in the words of the variable that makes it. */
const refusals: Partial<Record<Reason, (about: About) => Told>> = {
  'outside-read-paths': (about) => outside(about, 'readable', 'OBSIDIAN_READ_PATHS'),
  'outside-write-paths': (about) => outside(about, 'writable', 'OBSIDIAN_WRITE_PATHS'),
  'read-only': (about) => ({
    message: `Path '${about.path}' is not writable: server is in read-only mode (OBSIDIAN_READ_ONLY=true).`,
    about: { ...about, hint: 'Unset OBSIDIAN_READ_ONLY to allow changes.' },
  }),
};

/** An error as this protocol's clients get it, in a result or as a JSON-RPC error. */
export interface McpWireError {
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly reason: string };
}

export function toMcpWireError(error: VaultError, requestId: string): McpWireError {
  const { code, reason, retryable = false } = answerTo(error);
  const { message, about } = tell(error);
  const hint = sayHint(about);
  return {
    code,
    message,
    data: {
      reason,
      ...(about.path !== undefined && { path: about.path }),
      ...about.data,
      ...(hint !== undefined && { recovery: { hint } }),
      retryable,
      requestId,
    },
  };
}

function answerTo(error: VaultError): Answer {
  if (isArgumentError(error)) return { code: invalidParams, reason: 'invalid_arguments' };
  const answer = answers[error.code];
  const { reason } = error.about;
  if (reason === undefined) return answer;
  return { ...answer, code: codesByReason[reason] ?? answer.code, reason: words[reason] };
}

function tell(error: VaultError): Told {
  if (isArgumentError(error)) return toArgumentError(error);
  const { reason } = error.about;
  return (reason && refusals[reason]?.(error.about)) ?? error;
}

function sayHint({ hint, reason }: About): string | undefined {
  const tool = reason && hints[reason];
  return hint === undefined || tool === undefined ? (hint ?? tool) : `${hint} ${tool}`;
}

/** The same for people and models: what happened, what to do, and the facts in one line. */
export function sayError({ message, data }: McpWireError): string {
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

function toArgumentError(error: VaultError): Told {
  const what = error.message.replace(/^[^:]*: /, '');
  return { message: `Invalid arguments: ${what}`, about: { hint: what } };
}

function outside(about: About, verb: string, variable: string): Told {
  const { activeScope } = { ...about.data };
  const scope: unknown[] = Array.isArray(activeScope) ? activeScope : [];
  const prefixes = scope.length === 0 ? '(empty)' : scope.map((each) => `'${each}'`).join(', ');
  return {
    message: `Path '${about.path}' is not ${verb}: outside ${variable}.`,
    about: {
      ...about,
      hint: `Allowed prefixes: [${prefixes}]. Change ${variable} to widen them.`,
    },
  };
}
