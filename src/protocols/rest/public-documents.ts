import { type RestReply, replyJson } from './frame.ts';
import { openApiDocument, openApiYaml } from './openapi.ts';
import type { StatusFacts } from './status.ts';

export interface PublicFacts extends StatusFacts {
  /** The certificate of the authority as PEM. */
  readonly authority: () => string;
}

const certificateName = 'obsidian-local-rest-api.crt';

/** What anyone may read, without a key. */
export function findDocument(facts: PublicFacts, name: string): RestReply | undefined {
  if (name === certificateName) {
    const type = `application/octet-stream; filename="${certificateName}"`;
    return { status: 200, headers: { 'Content-Type': type }, body: facts.authority() };
  }
  if (name === 'openapi.json') return replyJson(openApiDocument(facts.version));
  if (name !== 'openapi.yaml') return undefined;
  const headers = { 'Content-Type': 'application/yaml; charset=utf-8' };
  return { status: 200, headers, body: openApiYaml(facts.version) };
}
