declare module 'json-logic-js' {
  const jsonLogic: {
    apply(logic: unknown, data: unknown): unknown;
    /** Replaces the operator of this name, or adds it. The data is `this`. */
    add_operation(name: string, run: (this: unknown, ...args: unknown[]) => unknown): void;
  };
  export = jsonLogic;
}
