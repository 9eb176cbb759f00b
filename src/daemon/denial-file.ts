import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { protocolNames } from '../contract/callers.ts';
import { overviewLimits } from '../contract/overview-limits.ts';
import { replaceFile } from '../kit/private-files.ts';
import { isRecord, tryParseJson } from '../kit/records.ts';
import type { Denial, DenialStore } from '../operations/denials.ts';
import { type Environment, stateDir } from './places.ts';

// Every process makes this store, so it is checked by hand: making a schema takes a millisecond.
const texts = ['id', 'vault', 'client', 'operation', 'message'];
const optionalTexts = ['path', 'op', 'rule'];

/** Refusals in a file that all processes of this user share, so that they outlive each of them. */
export function createDenialFile(env: Environment): DenialStore {
  const file = join(stateDir(env), 'denials.jsonl');
  let cached: { readonly version: string; readonly denials: readonly Denial[] } | undefined;
  return {
    append(denial) {
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        appendFileSync(file, `${JSON.stringify(denial)}\n`, { mode: 0o600 });
      } catch {
        // A refusal stands whether or not it can be written down.
      }
    },
    read() {
      const version = versionOf(file);
      if (version !== undefined && version === cached?.version) return cached.denials;
      const denials = readLines(file).flatMap(toDenial);
      const kept = denials.slice(-overviewLimits.denialsKeptMax);
      // Twice as many as are kept may pile up before the file is written anew.
      if (denials.length > 2 * kept.length) rewrite(file, kept);
      cached = { version: version ?? '', denials: kept };
      return kept;
    },
  };
}

/** Differs after every change; undefined while there is no file. */
function versionOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function toDenial(line: string): Denial[] {
  const value = tryParseJson(line);
  return isDenial(value) ? [value] : [];
}

function isDenial(value: unknown): value is Denial {
  if (!isRecord(value)) return false;
  const isText = (key: string) => typeof value[key] === 'string';
  return (
    texts.every(isText) &&
    optionalTexts.every((key) => value[key] === undefined || isText(key)) &&
    typeof value.at === 'number' &&
    protocolNames.some((name) => name === value.protocol)
  );
}

function rewrite(file: string, denials: readonly Denial[]): void {
  replaceFile(file, denials.map((denial) => `${JSON.stringify(denial)}\n`).join(''));
}
