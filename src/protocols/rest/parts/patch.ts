import { isRecord } from '../../../kit/records.ts';
import { RestError } from '../errors.ts';
import type { FileExchange } from '../exchange.ts';
import type { RestReply } from '../frame.ts';
import { hasTargetHeaders, readPartTarget, readPatchVersion } from './part-target.ts';
import { patchByHeaders } from './patch-by-headers.ts';
import { patchByHeading } from './patch-by-heading.ts';
import { patchRaw } from './patch-raw.ts';
import { answerEdit, requireNoteToEdit } from './patched.ts';

const instructionType = 'application/vnd.olrapi.patch-instruction+json';

/** The members of an instruction. */
const members: ReadonlySet<string> = new Set([
  'content',
  'createTargetIfMissing',
  'destination',
  'ifMatch',
  'operation',
  'rejectIfContentPreexists',
  'scope',
  'target',
  'targetType',
  'value',
  'within',
]);

/** `PATCH`, in the format that the request is written in. */
export async function patchNote(exchange: FileExchange): Promise<RestReply> {
  const { request, target } = exchange;
  const version = readPatchVersion(exchange);
  const isTargeted = target.length > 0 || hasTargetHeaders(request);
  if (isTargeted && request.contentType === instructionType) {
    throw new RestError('target-given-twice', 'An instruction names its target itself.');
  }
  if (isTargeted) {
    requireNoteToEdit(exchange);
    const part = readPartTarget(exchange);
    return part.dialect === 1 ? patchByHeaders(exchange, part) : patchRaw(exchange, part);
  }
  const isByHeading = ['heading', 'content-insertion-position'].some(
    (name) => request.header(name) !== undefined,
  );
  requireNoteToEdit(exchange);
  if (isByHeading) return patchByHeading(exchange);
  if (version === '1') throw new RestError('target-type-missing');
  return answerEdit(exchange, 2, await readInstruction(exchange));
}

async function readInstruction({ request }: FileExchange): Promise<Record<string, unknown>> {
  const { contentType } = request;
  const isJson = contentType === 'application/json' || contentType === instructionType;
  const instruction = isJson ? await request.json() : undefined;
  if (!isRecord(instruction)) {
    throw new RestError('instruction-malformed', 'Send it as a JSON object, or name a target.');
  }
  const unknown = Object.keys(instruction).find((name) => !members.has(name));
  if (unknown !== undefined) {
    throw new RestError('instruction-malformed', `There is no member "${unknown}".`);
  }
  const { ifMatch, ...edit } = instruction;
  if (ifMatch === undefined) return edit;
  if (typeof ifMatch !== 'string') {
    throw new RestError('instruction-malformed', '"ifMatch" is a text.');
  }
  return { ...edit, ifMatch: ifMatch.replace(/^"(.*)"$/, '$1') };
}
