import fc from 'fast-check';

// The same cases in every run: a test fails because of a change, never because of the day.
// PROPERTY_SEED=N tries others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export { fc };
