import type * as z from 'zod';
import type { VaultChange } from '../contract/events.ts';
import type { StepProgress } from '../contract/progress.ts';
import type { DiffEnd, TextRange } from '../contract/workspace.ts';
import type { ApprovalShape } from './approval/shapes.ts';
import type { deniedEntry, stepEntry } from './daemon/activity-entries.ts';
import type { clientShape } from './daemon/clients-describe.ts';
import type { HealthSample } from './daemon-facts.ts';
import type { diffShape } from './diff/get.ts';
import type { SessionEvent } from './sessions.ts';

interface OfVault {
  readonly vault: string;
}

/** What the dashboard hears without asking, by the name of the event. */
export interface WebEvents {
  /** The stream begins; without `resumed` events may have been missed. */
  readonly hello: {
    readonly version: string;
    readonly vaults: readonly string[];
    readonly page: string;
    readonly resumed: boolean;
  };
  readonly change: OfVault & {
    /** Of the index, as `note.complete` has it. */
    readonly version: string;
    readonly changes: readonly VaultChange[];
    /** There were too many changes to list. */
    readonly reset?: true;
    readonly count?: number;
  };
  readonly step: OfVault & z.output<typeof stepEntry>;
  /** How far a call of this page is that changes many files. */
  readonly progress: StepProgress & { readonly operation: string };
  readonly denied: OfVault & z.output<typeof deniedEntry>;
  readonly client: {
    readonly happened: Exclude<SessionEvent['kind'], 'denied'>;
    readonly client: z.output<typeof clientShape>;
  };
  readonly workspace: OfVault & {
    readonly happened: 'state' | 'sharing' | 'open-wanted' | 'save-wanted';
    readonly path?: string;
    readonly selection?: TextRange;
  };
  readonly diff: OfVault &
    z.output<typeof diffShape> & {
      readonly happened: 'opened' | 'changed' | 'closed';
      readonly end?: DiffEnd['kind'];
    };
  /** A change waits for a person from now on, or it or some of its hunks were decided on. */
  readonly approval: OfVault & ApprovalShape & { readonly happened: 'waiting' | 'decided' };
  readonly health: HealthSample;
  /** How many events did not fit: everything shown has to be asked for again. */
  readonly lagged: { readonly dropped: number };
}

export type WebEventName = keyof WebEvents;
