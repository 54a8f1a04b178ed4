type Table<Key extends string> = { readonly [Name in Key]?: unknown };

/** The keys of a table that is written in code and so has no others. */
export const keysOf = <Key extends string>(table: Table<Key>): Key[] => Object.keys(table) as Key[];

export const isKeyOf = <Key extends string>(table: Table<Key>, word: string): word is Key => Object.hasOwn(table, word);

export const byName = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
