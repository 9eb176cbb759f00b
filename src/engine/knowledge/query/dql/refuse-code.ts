import { VaultError } from '../../../../contract/errors.ts';

/** Scripts in notes are never run. They are refused by name, so that the error is no riddle. */
export function refuseCode(text: string): void {
  const start = text.trimStart();
  if (/^(?:`{3,}\s*)?dataviewjs\b/i.test(start) || /^(?:await\s+)?dv\.\w/.test(start)) {
    throw unsupported('dataviewjs', 'Write it as a TABLE, LIST or TASK query.');
  }
  if (start.startsWith('$=')) {
    throw unsupported('inline JavaScript ($=)', 'Write it as an expression of the query language.');
  }
}

function unsupported(what: string, hint: string): VaultError {
  return new VaultError(
    'unsupported',
    `vaultd does not run code from notes, so ${what} is refused.`,
    {
      reason: 'code-refused',
      hint,
    },
  );
}
