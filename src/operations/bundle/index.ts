import type { Operation } from '../operation.ts';
import * as tools from './tools.ts';

/** The operations of the tool bundle. */
export const bundleOperations: readonly Operation[] = Object.values(tools);
