export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A lazy value per object, or per object inside it, released with that. */
export function onceEach<Source extends object, Value>(
  make: (source: Source) => Value,
  keyOf: (source: Source) => object = (source) => source,
): (source: Source) => Value {
  const made = new WeakMap<object, { value: Value }>();
  return (source) => {
    const key = keyOf(source);
    const known = made.get(key) ?? { value: make(source) };
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
