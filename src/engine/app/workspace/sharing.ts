import { limits } from '../../../contract/limits.ts';
import { isNote, parseVaultPath } from '../../../contract/paths.ts';
import type { SharingRules } from '../../../contract/workspace.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';
import type { Root } from '../../store/vault/anchor.ts';
import { readFileNow, statPath } from '../../store/vault/disk.ts';
import { type Ignored, parseIgnore } from '../../store/vault/policy.ts';
import { scanFrontmatter } from '../../text/markdown/frontmatter.ts';
import type { Properties } from '../../text/markdown/note.ts';

/** What of the vault is shared with assistants. */
export interface Sharing {
  readonly rules: SharingRules;
  set(rules: Partial<SharingRules>): void;
  /** True when the path is not shared with assistants. */
  readonly withholds: Ignored;
}

export const defaultSharing: SharingRules = { mode: 'selection', exclude: [], flag: 'ai' };

export function createSharing(root: Root, changed: () => void): Sharing {
  let rules = defaultSharing;
  let excluded = parseIgnore('');
  let saysNo = createFlagReader(root, rules.flag);
  return {
    get rules() {
      return rules;
    },
    set(next) {
      rules = { ...rules, ...next };
      excluded = parseIgnore(rules.exclude.join('\n'));
      saysNo = createFlagReader(root, rules.flag);
      changed();
    },
    withholds: (path) => excluded(path) || saysNo(path),
  };
}

/** Reads the flag of notes, and remembers it for as long as a note stays the same. */
function createFlagReader(root: Root, flag: string): Ignored {
  const known = new Map<string, { readonly version: string; readonly saysNo: boolean }>();
  return (path) => {
    if (!isNote(path)) return false;
    try {
      const at = parseVaultPath(path);
      const stat = statPath(root, at)?.stat;
      if (stat?.type !== 'file') return false;
      const version = `${stat.mtimeNs} ${stat.size}`;
      const last = known.get(path);
      if (last?.version === version) return last.saysNo;
      const saysNo = hasRefusal(readFileNow(root, at, limits.noteBytesMax).bytes.toString(), flag);
      if (known.size >= workspaceLimits.flagsKnownMax) known.clear();
      known.set(path, { version, saysNo });
      return saysNo;
    } catch {
      // What cannot be read cannot be shared.
      return true;
    }
  };
}

function hasRefusal(text: string, flag: string): boolean {
  const { frontmatter } = scanFrontmatter(text);
  if (frontmatter === undefined) return false;
  if (frontmatter.values !== undefined) return isRefusal(findProperty(frontmatter.values, flag));
  // Where the properties are broken, a line that looks like a refusal is one.
  const yaml = text.slice(frontmatter.yamlStart, frontmatter.yamlEnd);
  return yaml.split('\n').some((line) => {
    const [key = '', value = ''] = line.split(':', 2);
    return key.trim().toLowerCase() === flag.toLowerCase() && isRefusal(value.trim());
  });
}

function findProperty(values: Properties, name: string): unknown {
  const key = Object.keys(values).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : values[key];
}

function isRefusal(value: unknown): boolean {
  return value === false || (typeof value === 'string' && /^(false|no|off)$/i.test(value));
}
