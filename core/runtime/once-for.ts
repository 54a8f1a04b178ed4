/** A value that is made from another, again whenever the other is not the same any more. */
export function onceFor<Source, Value>(source: () => Source, make: (source: Source) => Value): () => Value {
  let made: { source: Source; value: Value } | undefined;
  return () => {
    const current = source();
    if (!made || made.source !== current) made = { source: current, value: make(current) };
    return made.value;
  };
}
