import type { Proposal, ProposedFile, ProposedTexts } from './proposal.ts';

/** A change of an agent that the daemon keeps until a person decides. */
export interface Approval {
  readonly id: string;
  readonly client: string;
  readonly why: string;
  readonly state: string;
  readonly files: readonly { readonly path: string; readonly to?: string }[];
  readonly decided_by?: string;
}

export interface ShownApproval extends Approval {
  /** What still waits. */
  readonly waits: readonly {
    readonly what: string;
    readonly path: string;
    readonly to?: string;
    readonly before?: string;
    readonly after?: string;
  }[];
}

const prefix = 'approval:';

/** Approvals and proposals have ids of their own, so ours says which it is. */
export function approvalOf(key: string): string | undefined {
  return key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}

export function toProposal({ id, client, why, files }: Approval): Proposal {
  const path = files[0]?.path ?? '';
  const title = files.length > 1 ? `${path} and ${files.length - 1} more` : path || why;
  return {
    id: prefix + id,
    path,
    title,
    client,
    is_stale: false,
    is_decided_elsewhere: false,
  };
}

/** One text can be edited before it is accepted; several files are accepted or rejected as they are. */
export function toTexts(approval: ShownApproval): ProposedTexts {
  const files = approval.waits.map(
    ({ what, path, to, before, after }): ProposedFile => ({
      name: to === undefined ? `${what}: ${path}` : `${what}: ${path} → ${to}`,
      oldText: before,
      newText: after,
    }),
  );
  const [only] = files;
  const isOneText = files.length === 1 && only?.newText !== undefined;
  return {
    ...toProposal(approval),
    old_text: (isOneText && only.oldText) || '',
    new_text: (isOneText && only.newText) || '',
    ...(!isOneText && { files }),
  };
}
