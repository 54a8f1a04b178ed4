/**
 * A function that is made when it is called for the first time. Most of a start goes into modules, and its first answer needs few of
 * them: what is large is imported in `make`. A failure to make it fails that call, and the next one tries again.
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
