import { of, type Reason } from './reason.ts';
import { journalReasons } from './reasons-journal.ts';
import { vaultReasons } from './reasons-vault.ts';

export const reasons: readonly Reason[] = [
  {
    what: /^['"`].*\s.*(?:['"`]|\.{3}) → (?:""|``)$|^\{ hint: /,
    why: 'The words of an error. The tests beside the code hold its reason; words that a contract names are held at the protocols, in other processes.',
  },
  {
    what: /logLevel|^'silent'/,
    why: 'Keeps a library from printing warnings.',
  },
  ...of(
    'block-edit.ts',
    [/text\.slice\(found\.body/, 'Equivalent: a repetition is looked for in the block alone.'],
    [/findBlock|\{ throw/, 'A second lock: the id was looked at before.'],
  ),
  ...of(
    'content.ts',
    [/text\.length/, 'Equivalent: there is nothing past the end, which counts as blank.'],
    [/^'\\n' →/, 'Equivalent: both texts are brought to the same line ending, whichever it is.'],
  ),
  ...of(
    'frontmatter.ts',
    [/block\.yamlStart/, 'Equivalent: what reads YAML stops at the line that ends the block.'],
    [/block\.start, note/, 'Equivalent: the first line of the block is that of the note.'],
    [/hasOwn/, 'A shortcut: properties that stay as they are keep every byte without it.'],
    [
      /bodyStart !==|^\{/,
      'A second lock: values are written so that they cannot end the block, and no test gets past the first.',
    ],
  ),
  ...of('heading-create.ts', [
    /names\.length|depth >/,
    'Equivalent: the whole path is not there, or nothing would be made, and no heading has an empty one.',
  ]),
  ...of(
    'heading-edit.ts',
    [/part\?\.type/, 'Equivalent: text that is not blank has a part.'],
    [/part\.start >=/, 'Equivalent: the heading itself stands between, and it is no table.'],
    [/part\.end <=/, 'Equivalent: a part ends before the line ending that ends the section.'],
  ),
  ...of('lines.ts', [/feed >/, 'Equivalent: there is no character before the first one.']),
  ...of(
    'merge.ts',
    [/\[\] →/, 'Cannot be reached: a region that is no conflict has lines.'],
    [
      /excludeFalseConflicts/,
      'Equivalent: it is what the library does anyway. It is said all the same.',
    ],
    [/\[\^\\n\]/, 'Equivalent: text that is left has no line feed, so it ends at the end.'],
  ),
  ...of('plain-data.ts', [/Array\.isArray/, 'Equivalent: a list is no record.']),
  ...of(
    'relink.ts',
    [
      /^at|'\]\('|-1|found\?/,
      'Equivalent: the scanner found a link here, so it has a destination that ends it.',
    ],
    [/\[\] →/, 'Cannot be reached: the scanner found a link or a reference here.'],
    [
      /colon|from <|close|to </,
      'Equivalent: the scanner found a whole reference here, and a blank or nothing ends it.',
    ],
  ),
  ...of(
    'relink-base.ts',
    [
      /\[\] →|type === 'code'/,
      'Equivalent: only a block of code starts with a fence, and a word is none.',
    ],
    [
      /manner ===|^'' →|"Stryker/,
      'Equivalent: what is made of the other kind of path is not used.',
    ],
    [/at - 1/, 'Equivalent: a call does not start with a line ending.'],
    [/quote ===/, 'Equivalent for paths, which hold no backslash.'],
    [/\^\[ \\t\]/, 'Equivalent: a block of code starts with its fence.'],
  ),
  ...of(
    'relink-canvas.ts',
    [/^\{ return false/, 'Equivalent: it ends there anyway.'],
    [/"Stryker/, 'Cannot be reached: a key has a gap and a value.'],
    [
      /^\//,
      'Equivalent in valid JSON, which was checked before: no quote can be taken for another one’s.',
    ],
  ),
  ...of(
    'relink-properties.ts',
    [
      /changed\.size|frontmatter ===/,
      'A shortcut: links of properties come from frontmatter, and without a change there is nothing to splice.',
    ],
    [
      /link ===|found ===|close ===|-1 → \+1|\[\] →/,
      'Cannot be reached: the scanner found one whole link in the value.',
    ],
    [/isScalar|node\.range/, 'Needed by the types: a parsed document has scalars with ranges.'],
    [/^'"' → ""/, 'Equivalent: whatever is no single quote is written with double ones.'],
    [
      /places|yaml|at |mark|isQuoted|'\\\\'|counts|"'"|'"'/,
      'A shortcut: where it does not find the value between quotes, YAML itself is asked, and finds the same places.',
    ],
  ),
  ...of(
    'relink-target.ts',
    [
      /written ===|^'' →|path === ''/,
      'Equivalent: the scanner takes brackets without a target for no link.',
    ],
    [/\\\]\\\]/, 'Equivalent: a name that ends in two brackets ends in one.'],
    [
      /next\.path|newPath|path === undefined|\[\] →/,
      'Equivalent: what is asked for has a path or leads out of the vault.',
    ],
  ),
  ...of(
    'rename-anchor.ts',
    [/type: '|^'heading'|^'block'/, 'The words of an error.'],
    [/^\/\[/, 'Equivalent: blanks that follow each other are made one.'],
    [
      /headings\.length|\?\.|level/,
      'A second lock: a text that is still that of the heading at this place leaves the others alone.',
    ],
    [/foldHeading|"Stryker/, 'Equivalent: the name of a heading is not empty.'],
  ),
  ...of(
    'rename-property.ts',
    [/frontmatter ===|\[\] →/, 'Cannot be reached: a property was found before.'],
    [/key\.range|isScalar/, 'Needed by the types: a parsed key has a range.'],
  ),
  ...of(
    'rename-tag.ts',
    [
      /count ===|frontmatter\?\.values/,
      'A shortcut: properties that stay as they are keep every byte without it.',
    ],
    [/toUpperCase/, 'Equivalent: both sides are brought to one case, whichever it is.'],
    [/\[\] →/, 'Equivalent: a word that is no key for tags.'],
  ),
  ...of(
    'replace.ts',
    [/useRegex/, 'Equivalent: a group around a literal changes nothing.'],
    [/count ===/, 'Equivalent: without a match nothing is replaced.'],
  ),
  ...of(
    'relink-canvas.ts',
    [/^\[\] →/, 'Equivalent: in valid JSON every object that ends was begun.'],
    [/^'' →/, 'Cannot be reached: a key has a gap and a value.'],
    [/open\.at/, 'Needed by the types: a member stands in an object.'],
    [
      /^\//,
      'Equivalent in valid JSON, which was checked before: no quote can be taken for another one’s.',
    ],
  ),
  ...of(
    'section.ts',
    [/parseHeadingPath/, 'Equivalent: no heading has a name with the mark of a path in it.'],
    [/twins/, 'A second lock: headings of one path have one name, so they were found before.'],
  ),
  ...of('splice.ts', [/rank/, 'Equivalent: sorting keeps the order of what is equal.']),
  ...of(
    'table-rows.ts',
    [
      /every\(Array/,
      'Equivalent: rows that are mixed with texts are refused either way, with the same words.',
    ],
    [/trim/, 'Equivalent: the part of a note that is a table starts and ends with it.'],
  ),
  ...of(
    'tags.ts',
    [
      /written\.has|more\.length/,
      'A second lock: what cannot be written as a tag was refused before.',
    ],
    [/\[\\s,\]/, 'Equivalent: empty parts are left out.'],
    [/done\.length/, 'A shortcut: tags that stay as they are keep every byte without it.'],
    [/"Stryker|\[\] →/, 'Equivalent: a word that nobody has for a tag.'],
    [/start >/, 'Equivalent: at the start of a note there is no blank to take.'],
  ),
  ...of(
    'yaml-emit.ts',
    [/^'block'|^'any'/, 'Equivalent: only the other style is asked for.'],
    [/indent ===/, 'A shortcut: no blanks are put before lines.'],
    [/like\.value/, 'Equivalent: only texts have quotes to take over.'],
    [
      /node|'flow'|'string'|isText|QUOTE_DOUBLE/,
      'Equivalent: the library writes such a text with double quotes by itself. It is said all the same, since a broken line would break the list.',
    ],
  ),
  ...journalReasons,
  ...vaultReasons,
];
