/** Time and names come in from outside, so that tests are repeatable. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
