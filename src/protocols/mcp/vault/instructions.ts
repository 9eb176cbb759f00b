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
    ...saysApproval(rules, strict),
    ...(commands
      ? ['Commands are opaque and may destroy data. Prefer a dedicated tool where there is one.']
      : []),
  ];
  return paragraphs.join('\n\n');
}

type Rules = Pick<PathPolicy, 'read' | 'write' | 'readOnly' | 'approve'>;

/** All layers of a policy in one: what the narrowest of each kind says. */
export function flatten(policy: PathPolicy): Rules {
  const wider: Rules = policy.within === undefined ? {} : flatten(policy.within);
  const approve = joinApprovals(policy.approve, wider.approve);
  const read = policy.read ?? wider.read;
  const write = policy.write ?? wider.write;
  return {
    ...(read && { read }),
    ...(write && { write }),
    ...((policy.readOnly || wider.readOnly) && { readOnly: true }),
    ...(approve && { approve }),
  };
}

/** What any layer wants to be accepted first has to be. */
function joinApprovals(a: Rules['approve'], b: Rules['approve']): Rules['approve'] {
  if (a === undefined || b === undefined) return a ?? b;
  return a === true || b === true ? true : [...a, ...b];
}

function saysApproval({ approve, readOnly }: Rules, strict: boolean): string[] {
  if (approve === undefined || readOnly) return [];
  const where = approve === true ? 'Every change' : `A change in ${quote(approve)}`;
  const how = strict ? '' : ' obsidian_approvals says what was decided.';
  return [
    `${where} waits for the user: the call is answered with reason waits_for_approval and an id, and nothing has changed yet. Do not repeat it.${how}`,
  ];
}

function saysPolicy({ read, write, readOnly }: Rules): string[] {
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
