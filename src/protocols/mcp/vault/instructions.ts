import type { PathPolicy } from '../../../contract/callers.ts';

export interface InstructionFacts {
  readonly policy: PathPolicy;
  readonly commands: boolean;
  readonly strict: boolean;
}

/** What a model should know before its first call. */
export function writeInstructions({ policy, commands, strict }: InstructionFacts): string {
  const rules = flatten(policy);
  const paragraphs = [
    'Use the obsidian_* tools to search, read, write and edit the notes of this vault, down to single sections. A note is addressed by its path in the vault with the extension, such as "Folder/Note.md". Tags nest with "/", and counts include nested tags.',
    ...(strict
      ? []
      : [
          'A note can also be named without folder and extension, by an alias, or by a link such as "[[Note#Heading]]". Start a search for something you do not know the path of with obsidian_search_notes.',
          'Every change can be undone: obsidian_undo takes back your last change, or the one whose undoId you pass. Pass expectedHash, as tools return it in hash, to refuse a change when the note has changed since.',
        ]),
    ...saysPolicy(rules),
    ...(commands
      ? ['Commands are opaque and may destroy data. Prefer a dedicated tool where there is one.']
      : []),
  ];
  return paragraphs.join('\n\n');
}

/** All layers of a policy in one: what the narrowest of each kind says. */
export function flatten(policy: PathPolicy): Pick<PathPolicy, 'read' | 'write' | 'readOnly'> {
  const wider = policy.within === undefined ? {} : flatten(policy.within);
  const read = policy.read ?? wider.read;
  const write = policy.write ?? wider.write;
  return {
    ...(read && { read }),
    ...(write && { write }),
    ...((policy.readOnly || wider.readOnly) && { readOnly: true }),
  };
}

function saysPolicy({
  read,
  write,
  readOnly,
}: Pick<PathPolicy, 'read' | 'write' | 'readOnly'>): string[] {
  if (readOnly) {
    return [
      'This vault is read-only here: every write is refused with path_forbidden / read_only_mode, and obsidian_open_in_ui works only on notes that exist.',
    ];
  }
  if (read === undefined && write === undefined) return [];
  return [
    `Readable: ${quote(read === undefined ? undefined : [...new Set([...read, ...(write ?? [])])])}. Writable: ${quote(write)}. Anything else is refused with path_forbidden, and the refusal names the scope.`,
  ];
}

function quote(prefixes: readonly string[] | undefined): string {
  return prefixes === undefined ? 'full vault' : prefixes.map((prefix) => `'${prefix}'`).join(', ');
}
