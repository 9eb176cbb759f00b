import { VaultError } from '../../contract/errors.ts';
import { noSuchFile } from '../../contract/path-errors.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { writtenPath } from '../knowledge/index/links/graph.ts';
import type { ChangeOptions } from '../store/files.ts';
import type { Plan, Refactored } from './plan.ts';

/** Points every link that is written like this and leads nowhere to a file that exists. */
export async function repairLinks(
  plan: Plan,
  target: string,
  to: VaultPath,
  options: ChangeOptions,
): Promise<Refactored> {
  const { index, policy } = plan;
  policy.requireRead(to);
  const file = index.files.get(to);
  if (file === undefined) throw noSuchFile(to, { hint: 'Choose a file that exists.' });
  const edits = [...index.links.all()]
    .filter((link) => writtenPath(link) === target)
    .flatMap((link) =>
      link.sources
        .filter((source) => index.follow(link, source) === undefined)
        .flatMap((source) =>
          plan.retargetIn(source, ({ path }) =>
            path === link.text ? { path: plan.pathTo(file, source.path, path) } : undefined,
          ),
        ),
    );
  if (edits.length === 0) {
    throw new VaultError('target-missing', `No broken link leads to "${target}".`, {
      hint: 'List the broken links again: it may have been repaired by now.',
    });
  }
  const why = options.why ?? `point links to ${target} to ${to}`;
  return plan.makeStep(edits, { ...options, why });
}
