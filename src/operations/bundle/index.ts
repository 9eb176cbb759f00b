import type { Operation } from '../operation.ts';
import { bundleAppend, bundlePrepend } from './append.ts';
import { bundleCreate } from './create.ts';
import { bundleDelete } from './delete.ts';
import { bundleFileInfo } from './file-info.ts';
import { bundleMove, bundleRename } from './move.ts';
import { bundleOpen } from './open.ts';
import { bundleRead } from './read.ts';

/** The operations of the tool bundle, by name. */
export const bundleOperations: readonly Operation[] = [
  bundleAppend,
  bundleCreate,
  bundleDelete,
  bundleFileInfo,
  bundleMove,
  bundleOpen,
  bundlePrepend,
  bundleRead,
  bundleRename,
];
