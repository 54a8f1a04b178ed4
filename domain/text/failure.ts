export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of a failure, as Node.js names it: "ENOENT". */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** Why `fetch` failed: its own message only says that it did. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return (cause instanceof Error && (cause.message || codeOf(cause))) || messageOf(error);
}
