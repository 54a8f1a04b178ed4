import type { Weights } from "../../drafting/fields/feature-model.ts";

/** Logistic regression that prefers small weights, fitted by Adam on all examples at once: deterministic. */

export type Example = { measures: Record<string, number>; isTrue: boolean; weight: number };

const REGULARISATION = 3;
const STEPS = 250;
const RATE = 0.15;

export function learn(examples: Example[], names: string[]): Weights {
  const places = new Map(names.map((name, at) => [name, at]));
  const rows = examples.map(({ measures }) => {
    const known = Object.entries(measures).filter(([name, value]) => value !== 0 && places.has(name));
    return {
      at: Int32Array.from(known, ([name]) => places.get(name)!),
      values: Float64Array.from(known, ([, value]) => value),
    };
  });
  const bias = names.length;
  const [weights, mean, spread] = [0, 0, 0].map(() => new Float64Array(bias + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 1; step <= STEPS; step++) {
    const slope = weights.map((weight, at) => (at < bias ? REGULARISATION * weight : 0));
    rows.forEach(({ at, values }, row) => {
      let sum = weights[bias]!;
      for (let i = 0; i < at.length; i++) sum += weights[at[i]!]! * values[i]!;
      const { isTrue, weight } = examples[row]!;
      const error = (logistic(sum) - (isTrue ? 1 : 0)) * weight;
      for (let i = 0; i < at.length; i++) slope[at[i]!]! += error * values[i]!;
      slope[bias]! += error;
    });
    for (let at = 0; at <= bias; at++) {
      const gradient = slope[at]! / total;
      mean[at] = 0.9 * mean[at]! + 0.1 * gradient;
      spread[at] = 0.99 * spread[at]! + 0.01 * gradient * gradient;
      const pace = RATE / Math.sqrt(1 + step / 30);
      weights[at]! -= (pace * mean[at]!) / (1 - 0.9 ** step) / (Math.sqrt(spread[at]! / (1 - 0.99 ** step)) + 1e-8);
    }
  }
  return { bias: weights[bias]!, measures: Object.fromEntries(names.map((name, at) => [name, weights[at]!])) };
}

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));
