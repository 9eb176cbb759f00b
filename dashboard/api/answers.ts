/** One line of the activity: something was changed, or somebody was not let. */
export type Entry = StepEntry | DeniedEntry;

export interface StepFile {
  readonly what: 'created' | 'changed' | 'deleted' | 'moved' | 'folder';
  readonly path: string;
  readonly to?: string | undefined;
}

export interface StepEntry {
  readonly kind: 'step';
  readonly id: string;
  readonly at: string;
  readonly protocol: string;
  readonly client: string;
  readonly why: string;
  readonly files: readonly StepFile[];
  readonly filesTotal: number;
  readonly undoes?: string | undefined;
  readonly undoneBy?: string | undefined;
}

export interface DeniedEntry {
  readonly kind: 'denied';
  readonly id: string;
  readonly at: string;
  readonly protocol: string;
  readonly client: string;
  readonly operation: string;
  readonly message: string;
  readonly path?: string | undefined;
  readonly op?: string | undefined;
  readonly rule?: string | undefined;
}
