import type { BundleOptions } from './bundle/options.ts';

/** How this protocol behaves, from configuration and environment. */
export interface McpOptions {
  /** Only what the REST-based server has: no tools, parameters and results of our own. */
  readonly strict: boolean;
  readonly commands: boolean;
  /** Ask a person before a note is deleted. */
  readonly confirmDelete: boolean;
  /** How long one call may take. */
  readonly callMs: number;
  /** The tool bundle is served too. */
  readonly bundle?: BundleOptions | undefined;
}

export const defaultOptions: McpOptions = {
  strict: false,
  commands: false,
  confirmDelete: false,
  callMs: 30_000,
};
