import type { BundleOptions } from './options.ts';
import { advancedTools } from './stories/advanced.ts';
import { fileTools } from './stories/files.ts';
import { navigationTools } from './stories/navigation.ts';
import { searchTools } from './stories/search.ts';
import { taskTools } from './stories/tasks.ts';
import type { BundleTool } from './tool.ts';

/** Every tool, in the order clients see them. */
export const allBundleTools: readonly BundleTool[] = [
  ...fileTools,
  ...searchTools,
  ...taskTools,
  ...navigationTools,
  ...advancedTools,
];

/** The tools of a session. */
export function chooseBundleTools({
  stories,
  hasApp,
  commands,
  readOnly,
}: BundleOptions): BundleTool[] {
  return allBundleTools.filter(
    ({ story, needs, operation }) =>
      stories.includes(story) &&
      (needs === 'files' || hasApp) &&
      (needs !== 'command' || commands) &&
      (operation.access === 'read' || !readOnly),
  );
}

/** Whether a name belongs to a tool that changes things, and so is closed to who may only read. */
export function isClosedForReaders(name: string): boolean {
  return allBundleTools.some((tool) => isCalled(tool, name) && tool.operation.access !== 'read');
}

export function isCalled({ name, also }: BundleTool, asked: string): boolean {
  return name === asked || also.includes(asked);
}
