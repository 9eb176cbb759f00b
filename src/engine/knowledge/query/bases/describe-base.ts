import { isVaultError } from '../../../../contract/errors.ts';
import type { BaseInfo } from '../questions.ts';
import { parseBase } from './parse-base.ts';

/** What a base offers. One that cannot be read has no views and says why. */
export function describeBase(path: string, text: string): BaseInfo {
  try {
    const { views, problems } = parseBase(text);
    return {
      path,
      views: views.map(({ name, type }) => ({ name, type })),
      problems: problems.map(({ where, message }) => `${where}: ${message}`),
    };
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    return { path, views: [], problems: [thrown.message] };
  }
}
