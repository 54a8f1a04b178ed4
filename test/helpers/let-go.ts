let closed: WeakRef<object>[] = [];
let earlier: WeakRef<object>[] = [];

/**
 * Modules of tests stay loaded until their worker ends, and with them all that they name. The
 * garbage collector would look at each world again and again, so closed ones are emptied.
 */
export function letGoOf(...parts: object[]): void {
  closed.push(...parts.map((part) => new WeakRef(part)));
}

const open = new Set<{ close(): unknown }>();

/** Closes what a test opens at the end of its file, unless it is closed before. */
export function closeAfterFile<Opened extends { close(): Promise<unknown> }>(opened: Opened): Opened {
  const { close } = opened;
  opened.close = async () => open.delete(opened) && (await close());
  open.add(opened);
  return opened;
}

/** Empties what was closed in the file before, when nothing of it runs any longer. */
export async function endFile(): Promise<void> {
  for (const opened of [...open].reverse()) await opened.close();
  for (const reference of earlier) {
    const part = reference.deref() ?? {};
    for (const name of Object.keys(part)) Reflect.deleteProperty(part, name);
  }
  earlier = closed;
  closed = [];
}
