import { lstatSync, readdirSync } from 'node:fs';
import type { AnchoredFolder } from './anchor.ts';
import { type Stat, toStat } from './stat.ts';

/** An entry of an open folder, a link as a link; undefined when nothing is there. */
export function lstatIn(folder: Pick<AnchoredFolder, 'at'>, name: string): Stat | undefined {
  if (name.includes('\ufffd')) return lstatStrange(folder, name);
  const raw = lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  return raw === undefined ? undefined : toStat(raw);
}

/** A name that is not UTF-8 is shown with its replacement character; its stat needs the raw bytes. */
function lstatStrange(folder: Pick<AnchoredFolder, 'at'>, name: string): Stat | undefined {
  const raw = readdirSync(folder.at('.'), { encoding: 'buffer' }).find(
    (bytes) => bytes.toString() === name,
  );
  if (raw === undefined) return undefined;
  const stat = lstatSync(Buffer.concat([Buffer.from(folder.at('')), raw]), {
    bigint: true,
    throwIfNoEntry: false,
  });
  return stat === undefined ? undefined : toStat(stat);
}
