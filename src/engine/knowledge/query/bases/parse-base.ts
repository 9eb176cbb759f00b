import { parseDocument } from 'yaml';
import { VaultError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { isRecord } from '../../../../kit/records.ts';
import type { Properties } from '../../../text/markdown/note.ts';
import type {
  Base,
  BaseFilter,
  BaseProblem,
  BaseProblemCode,
  BaseSort,
  BaseView,
  CardLook,
} from './base.ts';

const baseKeys = ['display', 'filters', 'formulas', 'properties', 'summaries', 'views'];
const viewTypes = ['table', 'cards', 'list', 'map', 'kanban'];
const depthMax = 50;

/** Reads a base. Only text that is no YAML mapping fails; everything else is noted as a problem. */
export function parseBase(text: string): Base {
  return new BaseReader().read(readYaml(text));
}

function readYaml(text: string): Properties {
  if (text.length > limits.baseLengthMax)
    throw broken(`it has more than ${limits.baseLengthMax} characters`);
  const document = parseDocument(text, { logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const [place] = error.linePos ?? [];
    throw broken(
      error.message.split('\n')[0] ?? '',
      place && { line: place.line, column: place.col },
    );
  }
  const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
  if (!isRecord(value)) throw broken('it is not a mapping');
  return value;
}

class BaseReader {
  readonly #problems: BaseProblem[] = [];

  read(raw: Properties): Base {
    for (const key of Object.keys(raw)) {
      if (!baseKeys.includes(key)) this.#note('key-unknown', key, `The key "${key}" is not known.`);
    }
    const base = {
      filter: this.#filter(raw.filters, 'filters', 0),
      formulas: this.#texts(raw.formulas, 'formulas'),
      displayNames: this.#displayNames(raw),
      summaries: this.#texts(raw.summaries, 'summaries'),
      views: this.#views(raw.views),
    };
    return { ...base, problems: this.#problems };
  }

  #note(code: BaseProblemCode, where: string, message: string): undefined {
    this.#problems.push({ code, where, message });
    return undefined;
  }

  #filter(raw: unknown, where: string, depth: number): BaseFilter | undefined {
    if (raw === undefined || raw === null) return undefined;
    if (typeof raw === 'string') return { kind: 'expression', text: raw };
    if (typeof raw === 'boolean') return { kind: 'expression', text: String(raw) };
    if (Array.isArray(raw)) return this.#junction('and', raw, where, depth);
    if (!isRecord(raw) || depth > depthMax) {
      return this.#note(
        'filter-broken',
        where,
        'A filter is a text, or a list under and, or, not.',
      );
    }
    const parts = Object.entries(raw).flatMap(([key, list]) => {
      if (key === 'and' || key === 'or' || key === 'not') {
        return this.#junction(key, Array.isArray(list) ? list : [list], `${where}.${key}`, depth);
      }
      return this.#note('filter-broken', where, `"${key}" joins no filters.`) ?? [];
    });
    return parts.length === 1 ? parts[0] : { kind: 'and', filters: parts };
  }

  #junction(
    kind: 'and' | 'or' | 'not',
    raw: readonly unknown[],
    where: string,
    depth: number,
  ): BaseFilter {
    const filters = raw.flatMap(
      (part, at) => this.#filter(part, `${where}.${at}`, depth + 1) ?? [],
    );
    return { kind, filters };
  }

  #texts(raw: unknown, where: string): Map<string, string> {
    const texts = new Map<string, string>();
    for (const [key, value] of this.#entries(raw, where)) {
      if (typeof value === 'string' || typeof value === 'number') texts.set(key, String(value));
      else this.#note('value-broken', `${where}.${key}`, 'A text was expected.');
    }
    return texts;
  }

  /** Older files have the names under `display`. */
  #displayNames({ properties, display }: Properties): Map<string, string> {
    const names = new Map<string, string>();
    for (const [key, value] of this.#entries(display, 'display')) {
      if (typeof value === 'string') names.set(toPropertyId(key), value);
    }
    for (const [key, value] of this.#entries(properties, 'properties')) {
      const name = isRecord(value) ? value.displayName : undefined;
      if (typeof name === 'string') names.set(toPropertyId(key), name);
    }
    return names;
  }

  #views(raw: unknown): BaseView[] {
    if (raw === undefined || raw === null) return [];
    if (!Array.isArray(raw)) {
      this.#note('value-broken', 'views', 'Views are a list.');
      return [];
    }
    return raw.flatMap((view, at) => {
      if (isRecord(view)) return this.#view(view, at);
      return this.#note('value-broken', `views.${at}`, 'A view is a mapping.') ?? [];
    });
  }

  #view(raw: Properties, at: number): BaseView {
    const where = `views.${at}`;
    const type = typeof raw.type === 'string' ? raw.type : 'table';
    if (!viewTypes.includes(type)) {
      this.#note('view-type-unknown', `${where}.type`, `"${type}" is shown as a table.`);
    }
    const order = Array.isArray(raw.order) ? raw.order : [];
    return {
      type,
      name: typeof raw.name === 'string' ? raw.name : `View ${at + 1}`,
      filter: this.#filter(raw.filters, `${where}.filters`, 0),
      groupBy: this.#sort(raw.groupBy ?? raw.group_by, `${where}.groupBy`),
      order: order.filter((id): id is string => typeof id === 'string').map(toPropertyId),
      sort: this.#sorts(raw.sort, `${where}.sort`),
      limit: typeof raw.limit === 'number' && raw.limit >= 0 ? Math.trunc(raw.limit) : undefined,
      summaries: new Map(
        [...this.#texts(raw.summaries, `${where}.summaries`)].map(([id, name]) => [
          toPropertyId(id),
          name,
        ]),
      ),
      cards: toCardLook(raw),
    };
  }

  #sorts(raw: unknown, where: string): BaseSort[] {
    if (raw === undefined || raw === null) return [];
    const list = Array.isArray(raw) ? raw : [raw];
    return list.flatMap((sort, at) => this.#sort(sort, `${where}.${at}`) ?? []);
  }

  /** Older files say `column` instead of `property`. */
  #sort(raw: unknown, where: string): BaseSort | undefined {
    if (raw === undefined || raw === null) return undefined;
    if (typeof raw === 'string') return { property: toPropertyId(raw), isDescending: false };
    const property = isRecord(raw) ? (raw.property ?? raw.column) : undefined;
    if (!isRecord(raw) || typeof property !== 'string') {
      return this.#note('sort-broken', where, 'A property was expected.');
    }
    return { property: toPropertyId(property), isDescending: /^desc/i.test(String(raw.direction)) };
  }

  #entries(raw: unknown, where: string): [string, unknown][] {
    if (raw === undefined || raw === null) return [];
    if (isRecord(raw)) return Object.entries(raw);
    this.#note('value-broken', where, 'A mapping was expected.');
    return [];
  }
}

function toCardLook({ image, imageFit, imageAspectRatio, cardSize }: Properties): CardLook {
  const isSize = (value: unknown): value is number => typeof value === 'number' && value > 0;
  return {
    ...(typeof image === 'string' && image !== '' && { image: toPropertyId(image) }),
    ...((imageFit === 'cover' || imageFit === 'contain') && { imageFit }),
    ...(isSize(imageAspectRatio) && { imageAspectRatio }),
    ...(isSize(cardSize) && { cardSize }),
  };
}

/** `x` and `note["x"]` are `note.x`. */
function toPropertyId(written: string): string {
  const quoted = /^note\[(["'])(.*)\1\]$/.exec(written);
  if (quoted !== null) return `note.${quoted[2]}`;
  return /^(?:note|file|formula)\./.test(written) ? written : `note.${written}`;
}

function broken(reason: string, data?: { line: number; column: number }): VaultError {
  return new VaultError('invalid-input', `The base cannot be read: ${reason}.`, {
    reason: 'base-broken',
    hint: 'A base is YAML with filters, formulas, properties, summaries and views.',
    ...(data && { data }),
  });
}
