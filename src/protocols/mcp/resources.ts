import {
  ProtocolError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { VaultError } from '../../contract/errors.ts';
import { newId } from '../../kit/ids.ts';
import { agentJson } from '../../operations/agent/json.ts';
import { agentTagCounts } from '../../operations/agent/tag-counts.ts';
import type { Operation } from '../../operations/operation.ts';
import type { McpContext } from './context.ts';
import { toMcpWireError } from './errors.ts';
import { refuseScope } from './scopes.ts';

const mimeType = 'application/json';
const tagsUri = 'obsidian://tags';
const statusUri = 'obsidian://status';
const notePrefix = 'obsidian://vault/';

export function listResources(): Resource[] {
  return [
    {
      uri: tagsUri,
      name: 'obsidian-tags',
      description: 'All tags with how often they are used.',
      mimeType,
    },
    {
      uri: statusUri,
      name: 'obsidian-status',
      description: 'Whether the vault can be reached.',
      mimeType,
    },
  ];
}

export function listTemplates(): ResourceTemplateType[] {
  return [
    {
      uriTemplate: `${notePrefix}{+path}`,
      name: 'obsidian-vault-note',
      description: 'A note as data: text, properties, tags and times.',
      mimeType,
    },
  ];
}

/** The URI under which a note can be read and watched. */
export function toNoteUri(path: string): string {
  return notePrefix + path.split('/').map(encodeURIComponent).join('/');
}

export async function readResource(
  context: McpContext,
  uri: string,
  scopes?: readonly string[],
): Promise<ReadResourceResult> {
  const refusal = refuseScope(scopes, `resource:${nameOf(uri)}:read`);
  if (refusal !== undefined) throw toProtocolError(refusal);
  const text = JSON.stringify(await read(context, uri), null, 2);
  return { contents: [{ uri, mimeType, text }] };
}

function nameOf(uri: string): string {
  if (uri === tagsUri) return 'obsidian-tags';
  return uri === statusUri ? 'obsidian-status' : 'obsidian-vault-note';
}

async function read(context: McpContext, uri: string): Promise<unknown> {
  if (uri === statusUri) return toStatus(context);
  if (uri === tagsUri) return ask(context, agentTagCounts, {});
  if (uri.startsWith(notePrefix)) {
    return ask(context, agentJson, { path: decodePath(uri.slice(notePrefix.length)) });
  }
  throw toProtocolError(
    new VaultError('not-found', `There is no resource ${uri}.`, {
      reason: 'resource-missing',
      hint: 'List the resources and their templates.',
    }),
  );
}

async function ask(
  { session }: McpContext,
  operation: Operation,
  input: unknown,
): Promise<unknown> {
  const outcome = await session.dispatch(operation, input);
  if (outcome.ok) return outcome.output;
  throw toProtocolError(outcome.error);
}

function toProtocolError(error: VaultError): ProtocolError {
  const { code, message, data } = toMcpWireError(error, newId());
  return new ProtocolError(code, message, data);
}

/** Each run of valid escapes is read as UTF-8; a percent sign that is none stays. */
function decodePath(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

function toStatus({ vault, version }: McpContext): unknown {
  return {
    status: 'OK',
    service: 'vaultd',
    authenticated: true,
    versions: { self: version },
    manifest: { id: 'vaultd', name: 'vaultd', version },
    vault: vault.name,
  };
}
