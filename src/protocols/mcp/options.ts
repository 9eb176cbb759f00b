import * as z from 'zod';
import { resultForms } from './result-forms.ts';
import { stories } from './stories.ts';

/** How the bundle behaves, from command line and environment. */
export const bundleOptions = z.object({
  stories: z.array(z.enum(stories)).readonly(),
  /** Whether tools that need the app are offered. */
  hasApp: z.boolean(),
  commands: z.boolean(),
  readOnly: z.boolean(),
  /** Failures as JSON-RPC errors, or as results that say so. */
  errors: z.enum(['protocol', 'tool']),
  /** How long any call may take, and single tools. */
  callMs: z.number(),
  toolMs: z.record(z.string(), z.number()),
});
export type BundleOptions = z.output<typeof bundleOptions>;

/** How the tools behave, from configuration and environment. */
export const mcpOptions = z.object({
  /** Only what the REST-based server has: no tools, parameters and results of our own. */
  strict: z.boolean(),
  commands: z.boolean(),
  /** Whether a person is asked before a note is deleted; usually where the client can ask. */
  confirmDelete: z.enum(['always', 'if-possible', 'never']),
  /** What a result has: text, data, or both. Left out, what the client reads. */
  results: z.enum(resultForms).optional(),
  /** How long one call may take. */
  callMs: z.number(),
  /** The tool bundle is served too. */
  bundle: bundleOptions.optional(),
});
export type McpOptions = z.output<typeof mcpOptions>;
