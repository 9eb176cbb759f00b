/** Groups of tools beyond the nine for files. */
export const stories = ['files', 'search', 'tasks', 'navigation', 'advanced'] as const;
export type Story = (typeof stories)[number];

/** How the bundle behaves, from command line and environment. */
export interface BundleOptions {
  readonly stories: readonly Story[];
  /** Whether tools that need the app are offered. */
  readonly hasApp: boolean;
  readonly commands: boolean;
  readonly readOnly: boolean;
  /** Failures as JSON-RPC errors, or as results that say so. */
  readonly errors: 'protocol' | 'tool';
  /** How long any call may take, and single tools. */
  readonly callMs: number;
  readonly toolMs: Readonly<Record<string, number>>;
}
