import { accountOf, type Command, required, withExistingStore } from "./command.ts";

export const apiKeyList: Command = {
  name: "api-key list",
  usage: "api-key list --email E",
  summary: "Lists the API keys of an account that are not revoked, newest first. The keys themselves are not stored.",
  examples: ["api-key list --email ann@example.com"],
  options: { email: "email of the account" },
  async run({ flags }, io) {
    const email = required(flags, "email");
    await withExistingStore(io, async (store) => {
      const account = await accountOf(store, email);
      const keys = (await store.accounts.apiKeysOf(account.id)).map((key) => ({
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        last4: key.last4,
        scopes: key.scopes.split(" "),
        created_at: key.createdAt,
        last_used_at: key.lastUsedAt,
        expires_at: key.expiresAt,
      }));
      const lines = keys.map(({ id, name, prefix, last4, scopes, last_used_at: used }) => {
        const use = used ? `last used ${used.toISOString().slice(0, 10)}` : "never used";
        return `${id}  ${prefix}…${last4}  ${name}  (${scopes.join(", ")}; ${use})`;
      });
      io.answer(lines.join("\n") || "There are none.", { keys });
    });
  },
};
