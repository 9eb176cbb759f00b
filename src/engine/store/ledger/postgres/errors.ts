import { isVaultError, VaultError } from '../../../../contract/errors.ts';
import { LedgerAway } from '../ledger.ts';

/** What a driver or the system says when there is no connection, or none that can be written to. */
const awayCodes: ReadonlySet<string> = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // A standby, or a primary that has become one.
  '25006',
  // Deadlock, serialization, a lock or a statement that took too long: the next try may do.
  '40001',
  '40P01',
  '55P03',
  '57014',
  // A content was pruned while a step that names it was on its way.
  'VD002',
]);

/** DatabaseAddress exceptions, a server that has no room, one that stops, starts or fails over. */
const awayClasses = /^(08|53|57P|58)/;

/** What Node and OpenSSL say of certificates, and of a server that does not speak TLS. */
const tlsCodes = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/;

/** Errors of the database in our words. None of them names the address or the password. */
export function toLedgerError(thrown: unknown): unknown {
  if (isVaultError(thrown) || thrown instanceof LedgerAway) return thrown;
  const code = codeOf(thrown);
  if (awayCodes.has(code) || awayClasses.test(code)) {
    return new LedgerAway(`the database does not answer (${code})`);
  }
  if (tlsCodes.test(code)) {
    return refused(
      'unauthenticated',
      'TLS with the database of the ledger failed: its certificate is not trusted or names another host, or it has none.',
      thrown,
      'Name the authority with sslrootcert=FILE in the address, and the host as the certificate names it.',
    );
  }
  switch (code) {
    case '28000':
    case '28P01':
      return refused(
        'unauthenticated',
        'The database of the ledger refuses the user or the password.',
        thrown,
      );
    case '3D000':
      return refused('not-found', 'The database of the ledger does not exist.', thrown);
    case '42501':
      return refused(
        'permission-denied',
        'The database user may not do that in the ledger.',
        thrown,
      );
    case '3F000':
    case '42P01':
    case '42883':
      return refused('not-found', 'The database holds no ledger of vaultd.', thrown);
    case 'VD001':
      return refused('not-found', 'The ledger has no such vault.', thrown);
    default:
      return thrown;
  }
}

const hints = {
  unauthenticated: 'Check the address, ~/.pgpass and pg_hba.conf of the database.',
  'not-found': 'Share a vault with "vaultd ledger init", or correct the address.',
  'permission-denied': 'docs/many-machines.md lists the rights that a machine needs.',
} as const;

function refused(
  code: keyof typeof hints,
  message: string,
  cause: unknown,
  hint: string = hints[code],
): VaultError {
  return new VaultError(code, message, { hint, cause });
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
