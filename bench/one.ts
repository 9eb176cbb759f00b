import { benches } from './benches.ts';
import { progress, type Row } from './measure.ts';

/** What the process of one bench tells its parent: each row at once, and all of them at the end. */
export type Told = { readonly row: Row } | { readonly rows: readonly Row[] };

const tell = (told: Told) => process.send?.(told);
progress.tell = (row) => tell({ row });
tell({ rows: (await benches[process.argv[2] ?? '']?.()) ?? [] });
process.disconnect?.();
