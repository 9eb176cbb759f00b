import type { BuildOptions, Metafile } from 'esbuild';

export const pluginOptions: BuildOptions;
export function buildPlugin(root: string): Promise<Metafile>;
export function buildStandIn(root: string): Promise<void>;
