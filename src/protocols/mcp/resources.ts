import { VaultError } from '../../contract/errors.ts';
import { newId } from '../../kit/ids.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ServedVault, Session } from '../../operations/sessions.ts';
import type { McpRequest } from './backend.ts';
import { toMcpWireError } from './errors.ts';
import { McpError } from './protocol-error.ts';
import { refuseScope } from './toolset.ts';

/** What resources are read from. */
export interface Resources {
  readonly session: Session;
  readonly vault: ServedVault;
  readonly version: string;
}

const mimeType = 'application/json';
const tagsUri = 'obsidian://tags';
const statusUri = 'obsidian://status';
const notePrefix = 'obsidian://vault/';

export const resourceList = [
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

export const resourceTemplates = [
  {
    uriTemplate: `${notePrefix}{+path}`,
    name: 'obsidian-vault-note',
    description: 'A note as data: text, properties, tags and times.',
    mimeType,
  },
];

/** The URI under which a note can be read and watched. */
export function toNoteUri(path: string): string {
  return notePrefix + path.split('/').map(encodeURIComponent).join('/');
}

export async function readResource(
  resources: Resources,
  uri: string,
  { scopes, signal }: McpRequest,
): Promise<object> {
  const refusal = refuseScope(scopes, `resource:${nameOf(uri)}:read`);
  if (refusal !== undefined) {
    resources.session.reportDenied('resources/read', refusal);
    throw toMcpError(refusal);
  }
  const text = JSON.stringify(await read(resources, uri, signal), null, 2);
  return { contents: [{ uri, mimeType, text }] };
}

function nameOf(uri: string): string {
  const listed = resourceList.find((each) => each.uri === uri);
  return listed?.name ?? 'obsidian-vault-note';
}

async function read(resources: Resources, uri: string, signal: AbortSignal): Promise<unknown> {
  if (uri === statusUri) return toStatus(resources);
  const ask = async (operation: Operation, input: object) => {
    const outcome = await resources.session.dispatch(operation, input, signal);
    if (outcome.ok) return outcome.output;
    throw toMcpError(outcome.error);
  };
  if (uri === tagsUri) {
    const { agentTagCounts } = await import('../../operations/agent/list-tags.ts');
    return ask(agentTagCounts, {});
  }
  if (uri.startsWith(notePrefix)) {
    const { agentJson } = await import('../../operations/agent/json.ts');
    return ask(agentJson, { path: decodePath(uri.slice(notePrefix.length)) });
  }
  throw toMcpError(
    new VaultError('not-found', `There is no resource ${uri}.`, {
      reason: 'resource-missing',
      hint: 'List the resources and their templates.',
    }),
  );
}

function toMcpError(error: VaultError): McpError {
  return new McpError(toMcpWireError(error, newId()));
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

function toStatus({ vault, version }: Resources): unknown {
  return {
    status: 'OK',
    service: 'vaultd',
    authenticated: true,
    versions: { self: version },
    manifest: { id: 'vaultd', name: 'vaultd', version },
    vault: vault.name,
  };
}
