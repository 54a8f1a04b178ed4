const held = new Set<object>();

/**
 * Modules of tests stay loaded until their worker ends, and so would all that they name. The
 * garbage collector would look at each world again and again: these are emptied after the file.
 */
export function letGoAfterFile(...parts: object[]): void {
  for (const part of parts) held.add(part);
}

export function letGo(): void {
  for (const part of held) for (const name of Object.keys(part)) Reflect.deleteProperty(part, name);
  held.clear();
}
