import { nameOf, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import type { Period } from '../../engine/app/periodic/settings.ts';
import { fillNoteTemplate } from '../bundle/templates.ts';
import type { Call } from '../operation.ts';

/** What a new note of a period begins with. A template that is not there is none. */
export async function startOfPeriodic(
  call: Call,
  period: Period,
  path: VaultPath,
): Promise<string> {
  const named = call.periodic.template(period).replace(/^\/+/, '');
  if (named === '') return '';
  const file = parseVaultPath(/\.md$/i.test(named) ? named : `${named}.md`);
  if (!call.policy.mayRead(file) || call.vault.stat(file)?.type !== 'file') return '';
  const { text } = await call.notes.read(file);
  return fillNoteTemplate(call, text, nameOf(path).replace(/\.md$/i, ''));
}
