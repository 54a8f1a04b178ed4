export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A lazy value per object, released with it. */
export function onceEach<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}

/** A value computed from another one, again when that changes. */
export function onceFor<Source, Value>(source: () => Source, make: (source: Source) => Value): () => Value {
  let made: { source: Source; value: Value } | undefined;
  return () => {
    const current = source();
    if (!made || made.source !== current) made = { source: current, value: make(current) };
    return made.value;
  };
}
