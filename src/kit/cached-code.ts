import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** As long as a machine word, so that V8 need not copy what follows. */
const sumBytes = 8;

/**
 * Loads code of dist/cached/ with what V8 compiled of it when it was built: to compile a megabyte
 * takes longer than most of what it is loaded for. `here` is a file of dist/, which the code takes
 * for itself.
 */
export function loadCached(here: string, name: string): Record<string, unknown> {
  const requireOther = createRequire(here);
  const loaded = new Map<string, { exports: Record<string, unknown> }>();
  const load = (part: string): Record<string, unknown> => {
    const known = loaded.get(part);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(part, module);
    const requirePart = (id: string): unknown =>
      id.startsWith('./') ? load(id.slice(2, -'.js'.length)) : requireOther(id);
    const run: Wrapped = compileCached(
      fileURLToPath(new URL(`cached/${part}.cjs`, here)),
    ).runInThisContext();
    run(module.exports, requirePart, module, here);
    return module.exports;
  };
  return load(name);
}

type Wrapped = (
  exports: object,
  requirePart: (id: string) => unknown,
  module: object,
  here: string,
) => void;

/** A part of the code. What lies beside it is used if it is whole and V8 can take it. */
export function compileCached(path: string): Script {
  const source = readFileSync(path);
  const cachedData = readCompiled(path, source);
  const text = `(function(exports,require,module,__here){${source.toString()}\n})`;
  return new Script(text, { filename: path, ...(cachedData && { cachedData }) });
}

/** V8 checks version, flags and length; a wrong byte further on would end the process. */
function readCompiled(path: string, source: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(`${path}.code`);
    const compiled = bytes.subarray(sumBytes);
    return bytes.readUInt32LE() === sumOf(source, compiled) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps beside a part what V8 has compiled of it until now. */
export function keepCompiled(path: string, script: Script): void {
  const compiled = script.createCachedData();
  const sum = Buffer.alloc(sumBytes);
  sum.writeUInt32LE(sumOf(readFileSync(path), compiled));
  writeFileSync(`${path}.code`, Buffer.concat([sum, compiled]));
}

/** Over both, so that neither is taken for one of another build. */
function sumOf(source: Buffer, compiled: Buffer): number {
  return crc32(compiled, crc32(source));
}
