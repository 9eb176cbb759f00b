import type { Row } from './measure.ts';

/** Every bench by its name. Each is loaded only by the process that runs it. */
export const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  contact: async () => (await import('./contact.ts')).benchContact(),
  'contact-peers': async () => (await import('./contact.ts')).benchContactPeers(),
  bundle: async () => (await import('./bundle.ts')).benchBundle(),
  dashboard: async () => (await import('./dashboard.ts')).benchDashboard(),
  fresh: async () => (await import('./fresh.ts')).benchFresh(),
  growth: async () => (await import('./growth.ts')).benchGrowth(),
  history: async () => (await import('./history.ts')).benchHistory(),
  ide: async () => (await import('./ide.ts')).benchIde(),
  index: async () => (await import('./index.ts')).benchIndex(),
  ledger: async () => (await import('./ledger.ts')).benchLedger(),
  local: async () => (await import('./local.ts')).benchLocal(),
  mcp: async () => (await import('./mcp.ts')).benchMcp(),
  'mcp-peers': async () => (await import('./mcp-peers.ts')).benchMcpPeers(),
  memory: async () => (await import('./index.ts')).benchMemory(),
  moves: async () => (await import('./moves.ts')).benchMoves(),
  query: async () => (await import('./query.ts')).benchQuery(),
  ranking: async () => (await import('./ranking.ts')).benchRanking(),
  remote: async () => (await import('./remote.ts')).benchRemote(),
  rest: async () => (await import('./rest.ts')).benchRest(),
  search: async () => (await import('./search.ts')).benchSearch(),
  watch: async () => (await import('./watch.ts')).benchWatch(),
  writes: async () => (await import('./writes.ts')).benchWrites(),
};
