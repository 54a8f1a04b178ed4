export const pick = <From extends object, const Keys extends readonly (keyof From)[]>(
  from: From,
  ...keys: Keys
): Pick<From, Keys[number]> => Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<From, Keys[number]>;
