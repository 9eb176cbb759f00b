import { VaultError } from '../../../../contract/errors.ts';

/** Where a database is and how to log in. */
export interface DatabaseAddress {
  /** Names, addresses, or folders of Unix sockets; the first one that can be written to is used. */
  readonly hosts: readonly string[];
  readonly ports: readonly number[];
  readonly database: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly tls: 'off' | 'unverified' | 'verified' | { readonly ca: string };
}

const defaultPort = 5432;

/** As libpq reads it: several hosts with ports of their own, `host=` for a socket, `sslmode`. */
export function parseLedgerUrl(url: string, readFile: (file: string) => string): DatabaseAddress {
  const shape = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(url);
  if (shape === null) throw wrongUrl('It does not begin with postgres://.');
  const [, login = '', places = '', path = '', query = ''] = shape;
  const [user = '', ...password] = login.split(':');
  const settings = new URLSearchParams(query);
  const at = [settings.get('host') ?? '', places].find((each) => each !== '') ?? 'localhost';
  const parts = at.split(',').map((place) => splitPort(decode(place)));
  const database = decode(path) || (settings.get('dbname') ?? '');
  if (database === '') throw wrongUrl('It names no database.');
  return {
    hosts: parts.map(({ host }) => host),
    ports: parts.map(({ port }) => port ?? Number(settings.get('port') ?? defaultPort)),
    database,
    user: decode(user) || settings.get('user') || undefined,
    password: decode(password.join(':')) || settings.get('password') || undefined,
    tls: toTls(settings.get('sslmode'), settings.get('sslrootcert'), readFile),
  };
}

/** A service of libpq's file becomes a URL, so that there is one reader of settings. */
export function serviceToUrl(name: string, text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const start = lines.indexOf(`[${name}]`);
  if (start === -1) {
    throw new VaultError('invalid-input', `The service file has no service ${name}.`, {
      hint: 'Correct the name, or add the service to ~/.pg_service.conf.',
    });
  }
  const settings = new Map<string, string>();
  for (const line of lines.slice(start + 1)) {
    if (line.startsWith('[')) break;
    const [key = '', ...value] = line.split('=');
    if (value.length > 0 && !line.startsWith('#')) settings.set(key.trim(), value.join('=').trim());
  }
  const database = settings.get('dbname') ?? '';
  settings.delete('dbname');
  const hosts = (settings.get('host') ?? 'localhost').split(',');
  const ports = (settings.get('port') ?? '').split(',');
  const places = hosts.map((host, index) => {
    const port = ports[index] ?? ports[0];
    return `${encodeURIComponent(host)}${port ? `:${port}` : ''}`;
  });
  for (const used of ['host', 'port']) settings.delete(used);
  return `postgres://${places.join(',')}/${encodeURIComponent(database)}?${new URLSearchParams([...settings])}`;
}

/** The first line of a password file that fits, as libpq reads it. */
export function findPassword(
  text: string,
  { hosts, ports, database, user = '' }: DatabaseAddress,
): string | undefined {
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const [host, port, base, name, password] = line
      .split(/(?<!\\):/)
      .map((field) => field.replace(/\\(.)/g, '$1'));
    if (password === undefined) continue;
    const fits = (pattern: string | undefined, values: readonly string[]) =>
      pattern === '*' || values.includes(pattern ?? '');
    const places = hosts.map((each) => (each.startsWith('/') ? 'localhost' : each));
    const isIt =
      fits(host, [...hosts, ...places]) &&
      fits(port, ports.map(String)) &&
      fits(base, [database]) &&
      fits(name, [user]);
    if (isIt) return password;
  }
  return undefined;
}

function splitPort(place: string): { host: string; port: number | undefined } {
  const [, host = place, port] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(place) ?? [];
  return {
    host: host.replace(/^\[(.*)\]$/, '$1') || 'localhost',
    port: port === undefined ? undefined : Number(port),
  };
}

function toTls(
  mode: string | null,
  certificate: string | null,
  readFile: (file: string) => string,
): DatabaseAddress['tls'] {
  if (mode === 'disable') return 'off';
  if (certificate !== null && certificate !== 'system') return { ca: readFile(certificate) };
  if (certificate === 'system') return 'verified';
  switch (mode) {
    case null:
      return 'off';
    case 'require':
      return 'unverified';
    case 'verify-ca':
    case 'verify-full':
      return 'verified';
    default:
      throw wrongUrl(`sslmode=${mode} leaves open whether the connection is encrypted.`);
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrongUrl('It has a % that is not followed by two hex digits.');
  }
}

function wrongUrl(what: string): VaultError {
  return new VaultError('invalid-input', `The address of the ledger is wrong. ${what}`, {
    hint: 'It looks like postgres://user@host/database?sslmode=verify-full.',
  });
}
