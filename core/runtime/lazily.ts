/**
 * Creates a function on its first call. Loading modules dominates startup, so `make` imports large
 * ones. If `make` fails, that call fails and the next one retries.
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
