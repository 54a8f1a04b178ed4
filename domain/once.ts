/** A value that is made when it is first asked for: what Intl makes takes a millisecond or ten each, and few answers need it. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
