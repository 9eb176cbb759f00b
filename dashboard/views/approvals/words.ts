import type { Approval } from '../../state/approvals.ts';
import { type Sentence, sayChange, type Verbs } from '../activity/words.ts';

const wanted: Verbs = {
  created: 'create',
  changed: 'edit',
  deleted: 'delete',
  moved: 'move',
  folder: 'change',
  restored: 'bring back',
  updated: 'update',
};

/** What an agent wants to do, after "wants to". */
export function sayWanted({ files }: Pick<Approval, 'files'>): Sentence {
  return sayChange({ files, filesTotal: files.length }, wanted);
}

const states = {
  waiting: ['warn', 'waits'],
  accepted: ['good', 'accepted'],
  'partly-accepted': ['warn', 'accepted in part'],
  rejected: ['bad', 'rejected'],
} as const;

/** A state as a tone and a word. */
export function sayState(state: Approval['state']): (typeof states)[Approval['state']] {
  return states[state];
}
