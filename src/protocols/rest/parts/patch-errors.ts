import { isVaultError, type VaultError } from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/reasons.ts';
import { RestError, type RestReason } from '../errors.ts';

/** The word of the plugin for why a patch failed, which clients look for in the second line. */
const failureWords: Partial<Record<Reason, string>> = {
  'ambiguous-section': 'invalid-target',
  'content-not-mergeable': 'content-not-mergeable',
  'content-preexists': 'content-already-preexists-in-target',
  'edit-invalid': 'content-type-invalid-for-target',
  'heading-outside-section': 'heading-outside-section',
  'section-target-missing': 'invalid-target',
  'table-columns-differ': 'table-content-incorrect-column-count',
  'table-missing': 'content-type-invalid-for-target',
  'table-rows-invalid': 'content-type-invalid',
};

/** What the second format answers with a number of its own. */
const instructionReasons: Partial<Record<Reason, RestReason>> = {
  'content-preexists': 'conflict',
  'edit-invalid': 'instruction-malformed',
  'section-target-missing': 'not-found',
  'table-columns-differ': 'instruction-malformed',
  'table-missing': 'instruction-malformed',
  'table-rows-invalid': 'instruction-malformed',
};

/** A failed patch as its format tells it. What is no failure of the patch itself stays as it is. */
export function toPatchError(
  thrown: unknown,
  dialect: 0 | 1 | 2,
  headers: Readonly<Record<string, string>> = {},
): unknown {
  if (!isVaultError(thrown)) return thrown;
  const reason = reasonOf(thrown, dialect);
  if (reason === undefined) return thrown;
  const { message, about } = thrown;
  const said = [message, about.hint, sayCandidates(thrown)].filter(Boolean).join(' ');
  const word = reason === 'patch-failed' ? `${wordOf(thrown)}\n` : '';
  return new RestError(reason, word + said, { headers, cause: thrown });
}

function reasonOf({ code, about }: VaultError, dialect: 0 | 1 | 2): RestReason | undefined {
  const { reason, data } = about;
  if (reason === 'frontmatter-invalid') return 'frontmatter-unreadable';
  if (code === 'changed-on-disk') return 'condition-failed';
  if (dialect === 0 && reason === 'section-target-missing') return 'heading-unknown';
  const own = dialect === 2 && reason !== undefined ? instructionReasons[reason] : undefined;
  if (own !== undefined) return own;
  if (code === 'already-exists') return dialect === 2 ? 'conflict' : 'patch-failed';
  if (code !== 'invalid-input' && code !== 'target-missing') return undefined;
  if (reason === 'not-text') return undefined;
  const isMalformed = dialect === 2 && reason === undefined && data?.parameter !== undefined;
  return isMalformed ? 'instruction-malformed' : 'patch-failed';
}

function wordOf({ about: { reason } }: VaultError): string {
  return (reason !== undefined && failureWords[reason]) || 'patch-rejected';
}

function sayCandidates({ about: { data } }: VaultError): string {
  const candidates = data?.candidates;
  return Array.isArray(candidates) ? `Candidates: ${candidates.join(', ')}.` : '';
}
