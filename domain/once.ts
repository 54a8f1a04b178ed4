/** A value that is made when it is first asked for. For what Intl makes: each is a millisecond or ten, and few answers need it. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
