/** One filter: an expression, or several of them joined. */
export type BaseFilter =
  | { readonly kind: 'expression'; readonly text: string }
  | { readonly kind: 'and' | 'or' | 'not'; readonly filters: readonly BaseFilter[] };

export interface BaseSort {
  readonly property: string;
  readonly isDescending: boolean;
}

/** How the cards of a view look. */
export interface CardLook {
  /** The property that has the picture. */
  readonly image?: string;
  readonly imageFit?: 'cover' | 'contain';
  /** Height by width. */
  readonly imageAspectRatio?: number;
  /** Width in pixels. */
  readonly cardSize?: number;
}

export interface BaseView {
  readonly type: string;
  readonly name: string;
  readonly filter: BaseFilter | undefined;
  readonly groupBy: BaseSort | undefined;
  /** The columns, by property id. */
  readonly order: readonly string[];
  readonly sort: readonly BaseSort[];
  readonly limit: number | undefined;
  /** Property id to the name of a summary. */
  readonly summaries: ReadonlyMap<string, string>;
  readonly cards: CardLook;
}

/** What a `.base` file says. */
export interface Base {
  readonly filter: BaseFilter | undefined;
  readonly formulas: ReadonlyMap<string, string>;
  readonly displayNames: ReadonlyMap<string, string>;
  readonly summaries: ReadonlyMap<string, string>;
  readonly views: readonly BaseView[];
  readonly problems: readonly BaseProblem[];
}

export type BaseProblemCode =
  | 'filter-broken'
  | 'formula-broken'
  | 'key-unknown'
  | 'sort-broken'
  | 'summary-broken'
  | 'summary-unknown'
  | 'value-broken'
  | 'view-type-unknown';

/** Something in a base that could not be taken as it is. The rest still works. */
export interface BaseProblem {
  readonly code: BaseProblemCode;
  /** Where it stands: `views.0.sort`, `formulas.total`. */
  readonly where: string;
  readonly message: string;
}
