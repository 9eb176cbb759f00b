/** What a setting of a server can be. */
export type SettingValue = string | readonly string[] | Readonly<Record<string, string>>;

interface Server {
  readonly name: string;
  readonly settings: Readonly<Record<string, SettingValue>>;
}

/** One server as a TOML table. */
export function toTomlServer(key: string, { name, settings }: Server): string {
  const lines = Object.entries(settings).map(([setting, value]) => `${setting} = ${toToml(value)}`);
  return `${[headingOf(key, name), ...lines].join('\n')}\n`;
}

function toToml(value: SettingValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isList(value)) return `[${value.map((each) => JSON.stringify(each)).join(', ')}]`;
  const pairs = Object.entries(value).map(([name, text]) => `${name} = ${JSON.stringify(text)}`);
  return `{ ${pairs.join(', ')} }`;
}

function isList(value: SettingValue): value is readonly string[] {
  return Array.isArray(value);
}

/**
 * Sets one server in a TOML document that people edit. The settings to `replace` of a table that is
 * there go, its other lines stay; without one it is added at the end. Throws `SyntaxError` for a
 * table that is not written line by line.
 */
export function setTomlServer(
  text: string,
  key: string,
  server: Server,
  replace: ReadonlySet<string>,
): string {
  const wanted = toTomlServer(key, server);
  const lines = text.split('\n');
  const isHeading = (line: string) => /^\s*\[/.test(line);
  const at = lines.findIndex((line) => toKeys(line) === JSON.stringify([key, server.name]));
  if (at === -1) {
    if (new RegExp(`^\\s*${key}\\s*[.=]`, 'm').test(text)) {
      throw new SyntaxError('the servers are not written as tables');
    }
    const before = text.trimEnd();
    return before === '' ? wanted : `${before}\n\n${wanted}`;
  }
  const next = lines.findIndex((line, i) => i > at && isHeading(line));
  const end = next === -1 ? lines.length : next;
  const own = lines.slice(at + 1, end);
  if (own.some((line) => /^\s*args\s*=\s*\[[^\]]*$/.test(line))) {
    throw new SyntaxError('the arguments take several lines');
  }
  const kept = own.filter((line) => !replace.has(/^\s*(\w+)\s*=/.exec(line)?.[1] ?? ''));
  const [heading = '', ...values] = wanted.trimEnd().split('\n');
  const table = [lines[at] ?? heading, ...values, ...kept];
  return [...lines.slice(0, at), ...table, ...lines.slice(end)].join('\n');
}

/** The servers whose tables fit. */
export function findTomlServers(
  text: string,
  key: string,
  fits: (table: string) => boolean,
): string[] {
  const tables = text.split(/^(?=\s*\[)/m).map((table) => ({
    keys: JSON.parse(toKeys(table.trimStart().split('\n')[0] ?? '') ?? '[]'),
    table,
  }));
  return tables.flatMap(({ keys: [first, name], table }) =>
    first === key && fits(table) ? [String(name)] : [],
  );
}

/** Without the table of one server. */
export function removeTomlServer(text: string, key: string, name: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => toKeys(line) === JSON.stringify([key, name]));
  if (at === -1) return text;
  const next = lines.findIndex((line, i) => i > at && /^\s*\[/.test(line));
  const rest = next === -1 ? [] : lines.slice(next);
  return [...lines.slice(0, at), ...rest].join('\n').replace(/\n+$/, '\n').replace(/^\n+$/, '');
}

function headingOf(key: string, name: string): string {
  return `[${key}.${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}]`;
}

/** The keys of a heading as JSON, so that two spellings of one name are equal. */
function toKeys(line: string): string | undefined {
  const [, inner] = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line) ?? [];
  const keys = inner?.match(/[\w-]+|"[^"]*"|'[^']*'/g);
  return keys == null
    ? undefined
    : JSON.stringify(keys.map((key) => key.replace(/^["']|["']$/g, '')));
}
