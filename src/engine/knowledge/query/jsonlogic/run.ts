import { isVaultError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { listedTags } from '../../../text/edit/tags.ts';
import type { QueryBudget } from '../budget.ts';
import type { Patterns } from '../patterns.ts';
import type { HitOptions, NoteHit } from '../questions.ts';
import type { Page, PageSource } from '../source.ts';
import { EvalFailure } from '../values/failure.ts';
import { checkRule, invalidRule, type Rule } from './check-rule.ts';
import { applyRule } from './operators.ts';

export interface RuleContext {
  readonly source: PageSource;
  readonly patterns: Patterns;
  readonly budget: QueryBudget;
  readonly operands?: HitOptions['operands'];
}

/** Asks a rule about every note, by path. Those for which it has no value are left out. */
export function* runRule(raw: unknown, context: RuleContext): Generator<void, NoteHit[]> {
  const rule = checkRule(raw, context.operands);
  const wantsContent = JSON.stringify(rule).includes('"content"');
  const hits: NoteHit[] = [];
  if (Object.keys(rule).length === 0) return hits;
  for (const page of context.source.pages()) {
    if (context.budget.wantsPause()) yield;
    const result = evaluate(rule, page, wantsContent, context);
    if (isHit(result))
      hits.push({
        filename: page.path,
        result: toJson(result, { left: limits.queryRuleNodesMax }),
      });
  }
  return hits;
}

function evaluate(rule: Rule, page: Page, wantsContent: boolean, context: RuleContext): unknown {
  try {
    return applyRule(rule, toDocument(page, wantsContent, context.source), context);
  } catch (thrown) {
    if (isVaultError(thrown)) throw thrown;
    // The library throws on some arguments that it should have refused.
    const reason = thrown instanceof EvalFailure ? thrown.message : 'Its arguments make no sense.';
    throw invalidRule(`The rule fails for a note. ${reason}`, '', page.path);
  }
}

/** What a rule sees of a note. Members that cost something are read when the rule asks for them. */
function toDocument(page: Page, wantsContent: boolean, source: PageSource): object {
  const { path, size, ctimeMs, mtimeMs } = page;
  return {
    path,
    stat: { ctime: ctimeMs, mtime: mtimeMs, size },
    frontmatter: page.frontmatter ?? {},
    get content() {
      return wantsContent ? (source.readText(path) ?? '') : '';
    },
    get tags() {
      return listedTags(page.frontmatter, page.bodyTags);
    },
    get links() {
      return source.filesLinkedFrom(path) ?? [];
    },
    get backlinks() {
      return source.pagesLinkingTo(path).map((from) => from.path);
    },
    get unresolvedLinks() {
      return source.missingFrom(path);
    },
  };
}

function isHit(result: unknown): boolean {
  if (typeof result === 'object' && result !== null) return Object.keys(result).length > 0;
  return Boolean(result);
}

/** A plain copy. A rule can share one list in many places, so the copy has a limit. */
function toJson(value: unknown, budget: { left: number }): unknown {
  if (--budget.left < 0) throw invalidRule('The result of the rule is too large.', '');
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => toJson(element, budget));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, toJson(member, budget)]),
  );
}
