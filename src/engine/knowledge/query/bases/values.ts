import { DateValue } from '../values/date.ts';
import { LinkValue, toLink } from '../values/link.ts';
import { ObjectValue } from '../values/value.ts';
import type { BaseFile } from './file.ts';

/** A date that knows whether its time of day is meant too. */
export class BaseDate extends DateValue {
  readonly hasTime: boolean;

  constructor(ms: number, zone: string, hasTime: boolean) {
    super(ms, zone);
    this.hasTime = hasTime;
  }
}

/** A link with its target as written, and the file it leads to from where it stands. */
export class BaseLink extends LinkValue {
  /** Path and subpath. */
  readonly target: string;
  readonly file: BaseFile | undefined;

  constructor(target: string, display: string | undefined, file: BaseFile | undefined) {
    super(toLink(target, display));
    this.target = target;
    this.file = file;
  }
}

/** A value that has no members. */
abstract class MemberlessValue extends ObjectValue {
  get(): undefined {
    return undefined;
  }

  keys(): readonly string[] {
    return [];
  }
}

/** A regular expression literal. */
export class RegexpValue extends MemberlessValue {
  readonly source: string;
  readonly flags: string;

  constructor(source: string, flags: string) {
    super();
    this.source = source;
    this.flags = flags;
  }
}

/** Something to show rather than to compute with. */
export class RichValue extends MemberlessValue {
  readonly kind: 'html' | 'icon' | 'image';
  readonly content: string;

  constructor(kind: 'html' | 'icon' | 'image', content: string) {
    super();
    this.kind = kind;
    this.content = content;
  }
}
