const lasting = new WeakSet<object>();

/**
 * Says that an operation may give out the very same output again, so that it pays for a protocol to
 * keep what it made of it. Nobody may change it from now on.
 */
export function toLasting<Output extends object>(output: Output): Output {
  lasting.add(output);
  return output;
}

export function isLasting(output: unknown): output is object {
  return typeof output === 'object' && output !== null && lasting.has(output);
}
