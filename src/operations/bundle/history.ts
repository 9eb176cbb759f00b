import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { State } from '../../engine/store/journal/record.ts';
import type { Call } from '../operation.ts';
import { isoTime } from '../shapes.ts';
import { unifiedDiff } from '../unified-diff.ts';
import { defineNoteTool } from './tool.ts';

const version = z.int().min(1).describe('Which one: 1 is the newest.');

export const bundleListHistory = defineNoteTool({
  name: 'listHistory',
  summary: 'The versions of a note that the journal keeps, the newest first.',
  access: 'read',
  input: {},
  output: z.object({
    path: z.string(),
    versions: z.array(
      z.object({
        version: z.int(),
        at: isoTime.describe('When the note became so.'),
        client: z.string(),
        why: z.string(),
        size: z.int(),
      }),
    ),
  }),
  run(call, { path }) {
    const versions = versionsOf(call, path).map(({ at, client, why, state }, index) => ({
      version: index + 1,
      at: new Date(at).toISOString(),
      client,
      why,
      size: state.size,
    }));
    return { path, versions };
  },
});

export const bundleReadHistory = defineNoteTool({
  name: 'readHistory',
  summary: 'Read an earlier version of a note.',
  access: 'read',
  input: { version: version.default(1) },
  output: z.object({ path: z.string(), version: z.int(), content: z.string() }),
  run: (call, { path }, { version: number }) => ({
    path,
    version: number,
    content: textOf(call, path, number),
  }),
});

export const bundleRestoreHistory = defineNoteTool({
  name: 'restoreHistory',
  summary: 'Give a note the text of an earlier version.',
  access: 'write',
  input: { version },
  output: z.object({ path: z.string(), restored: z.int(), etag: z.string() }),
  async run(call, { path }, { version: number }) {
    const text = textOf(call, path, number);
    const why = `restore version ${number} of ${path}`;
    const { hash = '' } = await call.notes.update(path, () => text, { why, signal: call.signal });
    return { path, restored: number, etag: hash };
  },
});

export const bundleDiff = defineNoteTool({
  name: 'diff',
  summary: 'What is different between two versions of a note, as a unified diff.',
  access: 'read',
  input: {
    from: version.default(2).describe('The older one: 1 is the newest.'),
    to: version.default(1).describe('The newer one: 1 is the newest.'),
  },
  output: z.object({ path: z.string(), from: z.int(), to: z.int(), diff: z.string() }),
  run(call, { path }, { from, to }) {
    const lines = unifiedDiff(path, textOf(call, path, from), textOf(call, path, to));
    return { path, from, to, diff: lines.join('\n') };
  },
});

type FileState = Extract<State, { type: 'file' }>;
interface Version {
  readonly at: number;
  readonly client: string;
  readonly why: string;
  readonly state: FileState;
}

/** What the note was, the newest first, followed back through its names. */
function versionsOf({ history }: Call, path: VaultPath): Version[] {
  const versions: Version[] = [];
  let name = path;
  let first: Version | undefined;
  for (const { at, client, why, ops } of history.log()) {
    for (const op of ops.toReversed()) {
      if (op.op === 'move' && op.to === name) name = op.path;
      if (op.op !== 'put' || op.path !== name) continue;
      if (op.after.type === 'file') versions.push({ at, client, why, state: op.after });
      first =
        op.before?.type === 'file'
          ? { at, client: '', why: 'before the journal knew it', state: op.before }
          : undefined;
    }
  }
  return first === undefined ? versions : [...versions, first];
}

function textOf(call: Call, path: VaultPath, number: number): string {
  const found = versionsOf(call, path)[number - 1];
  const text = found && call.history.text(found.state);
  if (text === undefined) throw noVersion(path, number);
  return text;
}

function noVersion(path: string, number: number): VaultError {
  return new VaultError('not-found', `There is no version ${number} of "${path}".`, {
    reason: 'version-missing',
    hint: 'List the history of the note to see which there are.',
    data: { version: number },
  });
}
