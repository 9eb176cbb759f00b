import { RestError } from '../errors.ts';
import type { FileExchange } from '../exchange.ts';
import { deprecationOf, type PartTarget } from './part-target.ts';

const scopes = ['content', 'marker', 'markerAndContent', 'parent'] as const;
export type PartScope = (typeof scopes)[number];

/** What of a part the request is about: `Target-Scope`, or its content. */
export function readScopeHeader(
  { request, key }: FileExchange,
  { dialect, targetType }: Pick<PartTarget, 'dialect' | 'targetType'>,
): PartScope {
  const given = request.header('target-scope')?.trim();
  if (given === undefined || given === '') return 'content';
  const scope = scopes.find((each) => each.toLowerCase() === given.toLowerCase());
  const isOld = dialect === 1;
  const isKnown =
    scope !== undefined &&
    !(isOld && scope === 'parent') &&
    !(isOld && targetType === 'frontmatter' && scope !== 'content');
  if (isKnown) return scope;
  throw new RestError('scope-unknown', given, { headers: isOld ? deprecationOf(key) : {} });
}
