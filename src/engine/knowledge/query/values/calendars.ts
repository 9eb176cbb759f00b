import type * as Luxon from 'luxon';
import type Moment from 'moment';

// Each takes longer to load than a small process takes to start, so both wait for the first query.
let luxonModule: typeof Luxon | undefined;
let momentModule: typeof Moment | undefined;

/** Loads what dates are computed with. Must have happened before any value is asked for. */
export async function loadCalendars(): Promise<void> {
  luxonModule ??= await import('luxon');
  momentModule ??= (await import('moment')).default;
}

export function luxon(): typeof Luxon {
  if (luxonModule === undefined) throw new Error('loadCalendars() comes first.');
  return luxonModule;
}

export function moment(): typeof Moment {
  if (momentModule === undefined) throw new Error('loadCalendars() comes first.');
  return momentModule;
}
