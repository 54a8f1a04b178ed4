/**
 * A function that is created on its first call. Most of a start goes into loading modules, and the first response needs few of
 * them: `make` imports what is large. If `make` fails, that call fails, and the next one tries again.
 */
export function lazily<Args extends unknown[], Result>(
  make: () => Promise<(...args: Args) => Result | Promise<Result>>,
): (...args: Args) => Promise<Result> {
  let made: ReturnType<typeof make> | undefined;
  return async (...args) => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return await (await made)(...args);
  };
}
