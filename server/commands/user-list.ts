import { ACCOUNT_GROUPS } from "#store/repos/accounts/accounts.ts";
import { type Command, oneOf, text, wholeNumber, withExistingStore } from "./command.ts";

export const userList: Command = {
  name: "user list",
  usage: "user list [--only admins] [--search WORD] [--limit 100]",
  summary: "Lists accounts, newest first: email, name, and whether they are admins, unverified or suspended.",
  examples: ["user list --only admins", "user list --search example.com --json"],
  options: {
    only: `one of ${ACCOUNT_GROUPS.join(", ")}`,
    search: "only accounts whose email or name contains this",
    limit: "maximum number; default: 100",
  },
  async run({ flags }, io) {
    const only = oneOf(flags, "only", ACCOUNT_GROUPS);
    const perPage = wholeNumber(flags, "limit", { from: 1, to: 100_000 }) ?? 100;
    await withExistingStore(io, async (store) => {
      const wanted = { q: text(flags, "search") ?? "", only };
      const { items, total } = await store.accounts.listAll(wanted, { page: 1, perPage });
      const users = items.map(({ id, email, name, status, isAdmin, emailVerifiedAt, createdAt }) => {
        return { id, email, name, admin: isAdmin, status, verified: emailVerifiedAt !== null, created_at: createdAt };
      });
      const lines = users.map(({ email, name, admin, status, verified }) =>
        [email, name, admin && "(admin)", !verified && "(unverified)", status !== "active" && `(${status})`]
          .filter(Boolean)
          .join("  "),
      );
      const more = total > users.length ? [`${total - users.length} more: raise --limit or use --search.`] : [];
      io.answer([...lines, ...more].join("\n") || "There are none.", { users, total });
    });
  },
};
