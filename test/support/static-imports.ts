import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The files and packages that are loaded with these sources. Lazy imports, `import('…')`, are not. */
export function loadedWith(sources: readonly string[]): Set<string> {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    if (!file.endsWith('.ts')) return;
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b(?! type)[^;]*?from '([^']+)'/gm,
    );
    for (const [, spec = ''] of imports) {
      load(spec.startsWith('.') ? resolve(dirname(file), spec) : spec);
    }
  };
  for (const source of sources) load(source);
  return loaded;
}
