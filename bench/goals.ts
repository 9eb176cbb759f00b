import { type BenchRow, margin, toRow } from './table.ts';

/** A figure that we set out to reach, and the rows that speak about it. */
export interface Goal {
  readonly what: string;
  readonly bench: string;
  readonly rows: RegExp;
  /** A program of the system without which there is nothing to compare with. */
  readonly needs?: string;
}

export const goals: readonly Goal[] = [
  { what: 'first contact: a search', bench: 'contact', rows: /^first contact: search/ },
  { what: 'first contact: the same beside peers', bench: 'contact-peers', rows: /^first contact/ },
  { what: 'first contact: tags', bench: 'contact', rows: /^first contact: tags/ },
  { what: 'a search after a crash', bench: 'contact', rows: /^after a process/ },
  { what: 'first contact: others wait', bench: 'contact', rows: /^first contact: the longest/ },
  { what: 'first contact: memory', bench: 'contact', rows: /^first contact: memory of/ },
  { what: 'first contact: most memory', bench: 'contact', rows: /^first contact: most memory/ },
  { what: 'remote: a round trip', bench: 'remote', rows: /fs\.stat round trip/ },
  { what: 'remote: many requests at once', bench: 'remote', rows: /fs\.stat, 256 in flight/ },
  { what: 'remote: listing folders', bench: 'remote', rows: /fs\.list/ },
  { what: 'remote: reading small notes', bench: 'remote', rows: /fs\.readText/ },
  { what: 'remote: walking the vault', bench: 'remote', rows: /fs\.walk/ },
  { what: 'remote: reading large files', bench: 'remote', rows: /fs\.readBinary of/ },
  { what: 'remote: large work delays no small one', bench: 'remote', rows: /delay of fs\.stat/ },
  { what: 'REST: reading a note', bench: 'rest', rows: /^GET of a note/ },
  {
    what: 'search beside ripgrep',
    bench: 'search',
    rows: /^search: (rare|common) word/,
    needs: 'rg',
  },
  { what: 'the first page of a search', bench: 'search', rows: /^first page/ },
  { what: 'index from nothing', bench: 'index', rows: /from nothing/ },
  { what: 'index from the snapshot', bench: 'index', rows: /from the snapshot/ },
  { what: 'memory', bench: 'memory', rows: /^memory/ },
  { what: 'MCP: start to the first answer', bench: 'mcp', rows: /start to initialize/ },
  {
    what: 'MCP: questions beside a ping',
    bench: 'mcp',
    rows: /: (rare word|phrase|no match|common word|links of a note|tags)/,
  },
  { what: 'MCP: accents and CJK are found', bench: 'mcp', rows: /notes found by/ },
  {
    what: 'MCP: questions beside peers',
    bench: 'mcp-peers',
    rows: /: (rare word|phrase|no match|common word|accents|CJK|tags)/,
  },
  { what: 'MCP: reading a note', bench: 'mcp', rows: /: read/ },
  { what: 'MCP: reading many beside peers', bench: 'mcp-peers', rows: /: reads, 16 in flight/ },
  { what: 'a move with its backlinks', bench: 'moves', rows: /^move/ },
  { what: 'a write to its event', bench: 'watch', rows: /its change told/ },
  {
    what: 'many machines: a write beside a bare UPDATE',
    bench: 'ledger',
    rows: /^a compare-and-swap write/,
    needs: 'postgres',
  },
  {
    what: 'many machines: steps a second',
    bench: 'ledger',
    rows: /^steps a second/,
    needs: 'postgres',
  },
  {
    what: 'many machines: heard of elsewhere',
    bench: 'ledger',
    rows: /^a step heard of/,
    needs: 'postgres',
  },
  {
    what: 'many machines: in the folder elsewhere',
    bench: 'ledger',
    rows: /^a write in the folder/,
    needs: 'postgres',
  },
  {
    what: 'many machines: a step of 1,000 notes',
    bench: 'ledger',
    rows: /^one step of/,
    needs: 'postgres',
  },
  {
    what: 'many machines: after the primary died',
    bench: 'ledger',
    rows: /^writing again/,
    needs: 'postgres',
  },
  { what: 'durable writes', bench: 'writes', rows: /^durable writes/ },
];

/** The goals with the worst row of each, as a table. */
export function toGoals(rows: readonly BenchRow[]): string {
  const lines = goals.map(({ what, ...goal }) => {
    const own = rows.filter((row) => row.bench === goal.bench && goal.rows.test(row.what));
    const worst = own.toSorted((a, b) => margin(a) - margin(b))[0];
    const count = own.length > 1 ? ` (worst of ${own.length})` : '';
    return worst === undefined
      ? `| ${what} | not measured | | | | | | | |`
      : `| ${what}${count} ${toRow(worst)}`;
  });
  return [
    '| goal | what | vaultd | beside | ratio | to reach | reached | runs | spread | processor time |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
