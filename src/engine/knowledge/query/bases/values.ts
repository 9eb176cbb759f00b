import { DateValue } from '../values/date.ts';
import { ObjectValue } from '../values/value.ts';

/** A date that knows whether its time of day is meant too. */
export class BaseDate extends DateValue {
  readonly hasTime: boolean;

  constructor(ms: number, zone: string, hasTime: boolean) {
    super(ms, zone);
    this.hasTime = hasTime;
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
