import { type Access, type Caller, SCOPES } from "#actions/context.ts";
import { AppError } from "#core/errors/errors.ts";

/** Refuses a caller who may not call all of these tools, and names the scopes to ask for. */
export function authorise(called: readonly { name: string; access: Access }[], caller: Caller): void {
  const closed = called.filter(({ access }) => access !== "public");
  if (closed.length === 0) return;
  const names = closed.map(({ name }) => name).join(", ");
  const needed = SCOPES.filter((scope) => closed.some(({ access }) => access === scope));
  if (caller.kind !== "member") {
    const detail = `Sign in to use ${names}. The credential needs the scope ${needed.join(" ")}.`;
    throw new AppError("unauthenticated", detail, { scopes: needed });
  }
  const missing = needed.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return;
  const detail = `${names} needs the scope ${missing.join(" ")}. Connect again and allow it, or use a credential that has it.`;
  const scopes = SCOPES.filter((scope) => caller.scopes.includes(scope) || needed.includes(scope));
  throw new AppError("insufficient_scope", detail, { scopes });
}
