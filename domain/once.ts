/** A lazy value. Intl objects take 1 to 10 ms to create, and few responses need them. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
