import type { Operation } from '../../../operations/operation.ts';
import type { Story } from './options.ts';

/** A tool of the bundle, as data. */
export interface BundleTool {
  readonly name: string;
  readonly title: string;
  readonly operation: Operation;
  readonly story: Story;
  /** `app`: only where an app is used. `command`: only where commands are switched on, too. */
  readonly needs: 'files' | 'app' | 'command';
  /** What a client may expect: `adds` and `shows` take nothing away. */
  readonly effect: 'reads' | 'adds' | 'destroys' | 'shows';
  /** Other names that are accepted and not listed. */
  readonly also: readonly string[];
  /** Other names of arguments that are accepted and not listed. */
  readonly alsoTakes: Readonly<Record<string, string>>;
}

type Particulars = Partial<Pick<BundleTool, 'needs' | 'effect' | 'also' | 'alsoTakes'>>;

/** Makes tools of one story. */
export function toolsOf(story: Story) {
  return (
    name: string,
    title: string,
    operation: Operation,
    more: Particulars = {},
  ): BundleTool => ({
    name: `obsidian_${name}`,
    title,
    operation,
    story,
    needs: 'files',
    effect: operation.access === 'read' ? 'reads' : 'destroys',
    also: [],
    alsoTakes: {},
    ...more,
  });
}
