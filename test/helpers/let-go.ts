let closed: WeakRef<object>[] = [];
let earlier: WeakRef<object>[] = [];

/**
 * Modules of tests stay loaded until their worker ends, and with them all that they name. The
 * garbage collector would look at each world again and again, so closed ones are emptied.
 */
export function letGoOf(...parts: object[]): void {
  closed.push(...parts.map((part) => new WeakRef(part)));
}

/** Empties what was closed in the file before, when nothing of it runs any longer. */
export function endFile(): void {
  for (const reference of earlier) {
    const part = reference.deref() ?? {};
    for (const name of Object.keys(part)) Reflect.deleteProperty(part, name);
  }
  earlier = closed;
  closed = [];
}
