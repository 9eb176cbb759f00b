import * as z from 'zod';
import type { Access } from '../../contract/callers.ts';
import { type ErrorCode, isVaultError } from '../../contract/errors.ts';
import type { AppHost } from '../../engine/app/hosts/host.ts';
import type { NameQuery } from '../../engine/knowledge/index/links/find-name.ts';
import { type Call, defineOperation, type Operation } from '../operation.ts';
import {
  type LocatedNote,
  type LocateOptions,
  locate,
  missingNote,
  readNoteTarget,
  targetFields,
} from './target.ts';

/** Who does the work: the app where there is one to do it, else the files are worked on. */
export type Host = AppHost | undefined;

interface Declaration<Shape extends z.ZodRawShape, Out extends z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly access: Access;
  readonly input: Shape;
  readonly output: Out;
  readonly fails?: readonly ErrorCode[];
  /** False: the call finds an app itself, or needs none. */
  readonly needsApp?: boolean;
}

export interface NoteTool<Shape extends z.ZodRawShape, Out extends z.ZodType>
  extends Declaration<Shape, Out> {
  run(
    call: Call,
    at: LocatedNote & { readonly host: Host },
    args: z.output<z.ZodObject<Shape>>,
  ): Promise<z.output<Out>> | z.output<Out>;
}

export interface VaultTool<Shape extends z.ZodRawShape, Out extends z.ZodType>
  extends Declaration<Shape, Out> {
  run(
    call: Call,
    host: Host,
    args: z.output<z.ZodObject<Shape>>,
  ): Promise<z.output<Out>> | z.output<Out>;
}

const vault = z
  .string()
  .optional()
  .describe('Name or id of the vault; needed only when several are served.');

/** A tool for one note. The note is found first, so that a name that is not clear changes nothing. */
export function defineNoteTool<Shape extends z.ZodRawShape, Out extends z.ZodType>(
  tool: NoteTool<Shape, Out>,
): Operation {
  const own = z.object(tool.input);
  const isReading = tool.access === 'read';
  const options = { byAlias: isReading, forWriting: !isReading };
  const { needsApp = true } = tool;
  return defineOperation({
    ...toDeclaration(tool),
    input: z.strictObject({ ...targetFields, ...tool.input, vault }),
    async run(call, given) {
      const args = own.parse(given);
      return onNote(call, readNoteTarget(given), options, async (at) => {
        const host = needsApp ? await call.hosts.choose(call.signal) : undefined;
        return tool.run(call, { ...at, host }, args);
      });
    },
  });
}

/** A tool for the vault as a whole, or one that finds its notes itself. */
export function defineVaultTool<Shape extends z.ZodRawShape, Out extends z.ZodType>(
  tool: VaultTool<Shape, Out>,
): Operation {
  const own = z.object(tool.input);
  const { needsApp = true } = tool;
  return defineOperation({
    ...toDeclaration(tool),
    input: z.strictObject({ ...tool.input, vault }),
    async run(call, given) {
      const host = needsApp ? await call.hosts.choose(call.signal) : undefined;
      return tool.run(call, host, own.parse(given));
    },
  });
}

/** A tool for the vault that does what another operation does, with the same call. */
export function shareVaultTool(
  name: string,
  shared: Operation,
  { summary = shared.summary, input = {} }: { summary?: string; input?: z.ZodRawShape } = {},
): Operation {
  const { access, output } = shared;
  const run = (call: Call, _host: Host, args: unknown) => shared.run(call, args);
  return defineVaultTool({ name, summary, access, input, output, run });
}

/** The same for one note. */
export function shareNoteTool(
  name: string,
  shared: Operation<z.ZodType, z.ZodObject>,
  summary = shared.summary,
): Operation {
  const { access } = shared;
  const output = z.object({ path: z.string(), ...shared.output.shape });
  return defineNoteTool({
    name,
    summary,
    access,
    input: {},
    output,
    run: async (call, { path }) => ({ path, ...(await shared.run(call, { path })) }),
  });
}

function toDeclaration<Shape extends z.ZodRawShape, Out extends z.ZodType>({
  name,
  summary,
  access,
  output,
  fails = [],
}: Declaration<Shape, Out>) {
  return { name: `bundle.${name}`, summary, access, output, fails, at: {} };
}

/** What was found may be gone a moment later: then it is searched for once more, and no further. */
async function onNote<T>(
  call: Call,
  query: NameQuery,
  options: LocateOptions,
  run: (at: LocatedNote) => Promise<T>,
): Promise<T> {
  for (let isLast = false; ; isLast = true) {
    const found = await locate(call, query, options);
    try {
      return await run(found);
    } catch (thrown) {
      if (!isGone(thrown, found.path)) throw thrown;
      if (isLast) throw missingNote(query.text);
    }
  }
}

function isGone(thrown: unknown, path: string): boolean {
  return isVaultError(thrown) && thrown.code === 'not-found' && thrown.about.path === path;
}
