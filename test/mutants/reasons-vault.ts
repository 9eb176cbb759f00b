import { of, type Reason } from './reason.ts';

const race = 'A file that another process took away in between; no test can meet that moment.';

/** Why survivors of the vault are left alive. */
export const vaultReasons: readonly Reason[] = [
  ...of(
    'anchor.ts',
    [/\.dev !==/, 'Two file systems with the same inode at one path in one moment.'],
    [/path === ''|^'' →/, 'Equivalent: a folder is the same with a slash behind it.'],
    [
      /realNames === byProc/,
      'How an entry is looked at: by a way that needs no right to read it, which root has anyway.',
    ],
    [/=== '\/' → true/, 'A second lock, for systems that show what is open in another way.'],
    [/^\{ closeSync/, 'A descriptor that is not given back until the process ends.'],
    [/^\{ return (?:undefined|false)/, 'Equivalent: it ends there anyway.'],
  ),
  ...of(
    'apply.ts',
    [/path-outside-vault|isVaultError/, 'A shortcut: what is no link is found to be none.'],
    [/stat\?\.type/, race],
    [/folder !== ''|^'' →/, 'Equivalent: the root is always there.'],
    [/parentOf\(from\) ===/, 'A shortcut: the same folder is opened twice.'],
  ),
  ...of(
    'canonical.ts',
    [/path === rootPath/, 'Equivalent: the root has no name, and is its own parent.'],
    [/folder === rootPath/, 'A shortcut: the root is where it is.'],
    [/throwIfNoEntry|^false →/, 'Equivalent: what is not there is no link, whoever finds out.'],
  ),
  ...of(
    'disk.ts',
    [
      /raw === undefined|^false → true|^\{ return undefined/,
      'Equivalent: a look that fails tells nothing either way.',
    ],
    [/path === rootPath/, 'Equivalent: the root is its own parent, and the same with a slash.'],
    [/stat !== undefined/, race],
    [/sort|compareNames/, 'Equivalent here: the system lists names by their bytes.'],
    [/stat\.type !== 'folder' → false/, 'A shortcut: what is no folder is passed over.'],
    [/^'\.' →/, 'Equivalent: a folder is the same with a dot behind it.'],
    [/stat\.size - offset/, 'Equivalent: past the end there is nothing.'],
    [/filled <= size/, 'Equivalent: nothing more is read.'],
    [/permission-denied/, 'The tests were run by root, who may read everything.'],
  ),
  ...of('replaced-files.ts', [/win32/, 'Elsewhere than where the tests were run.']),
  ...of('known-files.ts', [
    /this\.#folder !==/,
    'Needed by the types: a folder with a path is open.',
  ]),
  ...of('abandoned-files.ts', [/abandonedMsMin/, 'Whether a file is exactly one day old.']),
  ...of(
    'lstat-in.ts',
    [/ufffd/, 'A shortcut: a name is found among the others as well.'],
    [/^'\.' →/, 'Equivalent: a folder is the same with a dot behind it.'],
    [/^false → true|stat === undefined/, race],
  ),
  ...of(
    'new-file.ts',
    [/getuid|getgid/, 'Windows has no users by number, and there the tests were not run.'],
    [/own\.uid === 0/, 'The tests were run by root, who may give files away.'],
    [/made\.|^true →/, 'A shortcut: the file is given the rights that it has.'],
  ),
  ...of(
    'path-locks.ts',
    [/toUpperCase/, 'Equivalent: both sides are brought to one case, whichever it is.'],
    [/^\[\] → \["Stryker/, 'Equivalent: a folder in which nobody is.'],
    [
      /^'\/' → ""|key !== ''|^'' →/,
      'Equivalent: a path that counts as its own folder meets the same calls, each of them once.',
    ],
    [
      /set\?\.size === 0 → false/,
      'A set that stays behind empty: it takes memory and holds nobody up.',
    ],
    [/→ set\./, 'Needed by the types: what is let go was held.'],
  ),
  ...of(
    'policy.ts',
    [/=> undefined$/, 'Equivalent: it is no more true than before.'],
    [/\[\] → \["Stryker/, 'Equivalent: no path is called so, or there are prefixes by then.'],
    [/globs\.length/, 'A shortcut: what has no patterns matches nothing.'],
    [/path !== ''|^'' →/, 'A second lock: the library matches no pattern with nothing.'],
    [/toUpperCase/, 'Equivalent: both sides are brought to one case, whichever it is.'],
  ),
  ...of('reading.ts', [
    /real !== path → true/,
    'A shortcut: what lies at its own path was asked for before.',
  ]),
  ...of('staging.ts', [/\[\] →/, 'Equivalent: a word is waited for in no time.']),
  ...of(
    'stat.ts',
    [/raw\.dev !==|raw\.ctimeNs ===/, 'Equivalent: one number in memory instead of two alike.'],
    [/ns < 0n/, 'Equivalent: nothing is left over of zero.'],
    [/mtime < 0/, 'Equivalent: the two ways differ only before 1970, and one is cheaper.'],
  ),
  ...of(
    'temporary.ts',
    [/^'\.rsh-write-'/, 'A shortcut: the pattern that is asked next begins with it.'],
    [/^\[\] →|pid !== undefined/, 'Needed by the types: a host is always followed by a number.'],
    [
      /EPERM|^thrown|^'code'/,
      'The tests were run by root, who may signal every process. For others it is held by the first process of the machine, which is alive.',
    ],
    [/^\{ return undefined/, 'Equivalent: it ends there anyway.'],
  ),
  ...of('system-errors.ts', [
    /^'' → "Stryker/,
    'Equivalent: neither is a name that the system gives.',
  ]),
];
