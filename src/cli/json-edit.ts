/**
 * Sets one value in a JSON document that people edit: comments, trailing commas, order and spacing
 * of everything else stay as they are. Throws `SyntaxError` when the document cannot be edited.
 */
export function setJsonValue(text: string, path: readonly string[], value: unknown): string {
  if (text.trim() === '') return `${JSON.stringify(nest(path, value), null, 2)}\n`;
  const scan = new JsonScan(text);
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  let object = scan.object(scan.skip(0));
  scan.end(object.end);
  for (const [depth, key] of path.entries()) {
    const member = object.members.findLast(({ name }) => name === key);
    const isLast = depth === path.length - 1;
    if (member === undefined) {
      const added = isLast ? value : nest(path.slice(depth + 1), value);
      return insertMember(text, object, key, added, unit, depth);
    }
    if (isLast) {
      const written = indent(JSON.stringify(value, null, unit), unit, depth + 1);
      return text.slice(0, member.start) + written + text.slice(member.end);
    }
    object = scan.object(member.start);
  }
  return text;
}

/** Removes one member, with its comma. The text as it is when there is no such member. */
export function removeJsonValue(text: string, path: readonly string[]): string {
  if (text.trim() === '') return text;
  const scan = new JsonScan(text);
  let object = scan.object(scan.skip(0));
  for (const key of path.slice(0, -1)) {
    const member = object.members.findLast(({ name }) => name === key);
    if (member === undefined) return text;
    object = scan.object(member.start);
  }
  const index = object.members.findLastIndex(({ name }) => name === path.at(-1));
  const member = object.members[index];
  if (member === undefined) return text;
  const [before, after] = [object.members[index - 1], object.members[index + 1]];
  // With the comma that follows, else with the one before.
  if (after !== undefined) return text.slice(0, member.from) + text.slice(after.from);
  return text.slice(0, before?.end ?? object.start + 1) + text.slice(member.end);
}

/** A document without comments and trailing commas, parsed. */
export function parseJsonWithComments(text: string): unknown {
  if (text.trim() === '') return {};
  const scan = new JsonScan(text);
  const start = scan.skip(0);
  const end = scan.value(start);
  scan.end(end);
  return JSON.parse(scan.plain.slice(start, end));
}

interface Member {
  readonly name: string;
  /** Where the name starts. */
  readonly from: number;
  /** Of the value. */
  readonly start: number;
  readonly end: number;
}

interface JsonObject {
  readonly start: number;
  readonly end: number;
  readonly members: readonly Member[];
}

function insertMember(
  text: string,
  { start, members }: JsonObject,
  key: string,
  value: unknown,
  unit: string,
  depth: number,
): string {
  const written = indent(JSON.stringify(value, null, unit), unit, depth + 1);
  const line = `\n${unit.repeat(depth + 1)}${JSON.stringify(key)}: ${written}`;
  const after = members.length === 0 ? `\n${unit.repeat(depth)}` : ',';
  const rest = text.slice(start + 1);
  // What follows an empty brace is its own blank; what follows a filled one stays.
  return (
    text.slice(0, start + 1) +
    line +
    after +
    (members.length === 0 ? rest.replace(/^\s*(?=\})/, '') : rest)
  );
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function indent(json: string, unit: string, depth: number): string {
  return json.replaceAll('\n', `\n${unit.repeat(depth)}`);
}

/** Finds where values are. Comments and trailing commas are blanks. */
class JsonScan {
  /** The text with blanks in place of comments and trailing commas. */
  readonly plain: string;

  constructor(text: string) {
    const blank = (found: string) => found.replace(/[^\n]/g, ' ');
    this.plain = text
      .replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
        found.startsWith('"') ? found : blank(found),
      )
      .replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (found) => (found === ',' ? ' ' : found))
      .replace(/^\uFEFF/, ' ');
  }

  skip(at: number): number {
    const rest = /\S/g;
    rest.lastIndex = at;
    return rest.exec(this.plain)?.index ?? this.plain.length;
  }

  object(start: number): JsonObject {
    if (this.plain[start] !== '{') throw new SyntaxError('it is not an object');
    const members: Member[] = [];
    let at = this.skip(start + 1);
    while (this.plain[at] !== '}') {
      const nameEnd = this.value(at);
      const name = JSON.parse(this.plain.slice(at, nameEnd));
      const colon = this.skip(nameEnd);
      if (typeof name !== 'string' || this.plain[colon] !== ':') throw new SyntaxError('no name');
      const valueStart = this.skip(colon + 1);
      const valueEnd = this.value(valueStart);
      members.push({ name, from: at, start: valueStart, end: valueEnd });
      at = this.skip(valueEnd);
      if (this.plain[at] === ',') at = this.skip(at + 1);
      else if (this.plain[at] !== '}') throw new SyntaxError('no end of an object');
    }
    return { start, end: at + 1, members };
  }

  /** Nothing but blanks may follow the document. */
  end(at: number): void {
    if (this.skip(at) !== this.plain.length) throw new SyntaxError('text after the end');
  }

  /** The end of the value that starts here. */
  value(start: number): number {
    const first = this.plain[start];
    if (first === '{') return this.object(start).end;
    if (first === '[') return this.#listEnd(start);
    const word = /"(?:[^"\\\n]|\\.)*"|[\w.+-]+/y;
    word.lastIndex = start;
    if (word.exec(this.plain) === null) throw new SyntaxError('no value');
    return word.lastIndex;
  }

  #listEnd(start: number): number {
    let at = this.skip(start + 1);
    while (this.plain[at] !== ']') {
      at = this.skip(this.value(at));
      if (this.plain[at] === ',') at = this.skip(at + 1);
      else if (this.plain[at] !== ']') throw new SyntaxError('no end of a list');
    }
    return at + 1;
  }
}
