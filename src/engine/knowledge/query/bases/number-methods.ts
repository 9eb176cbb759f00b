import { type MethodTable, numberOr } from './method.ts';

export const numberMethods: MethodTable<number> = {
  abs: (value) => Math.abs(value),
  ceil: (value) => Math.ceil(value),
  floor: (value) => Math.floor(value),
  round: (value, [digits]) => {
    const factor = 10 ** numberOr(digits, 0);
    return Math.round(value * factor) / factor;
  },
  toFixed: (value, [digits]) => value.toFixed(Math.min(100, Math.max(0, numberOr(digits, 0)))),
};
