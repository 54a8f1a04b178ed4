import { randomBytes, randomUUIDv7 } from "node:crypto";
import { SCOPES } from "../../actions/context.ts";
import { createApiKey } from "../../auth/api-keys.ts";
import { audited } from "./audited.ts";
import { accountOf, type Command, CommandError, required, text, withExistingStore } from "./command.ts";

export const apiKeyCreate: Command = {
  name: "api-key create",
  usage: "api-key create --email E --scopes a,b [--name N]",
  summary: "Creates an API key for an account and prints it, this once.",
  options: {
    email: { type: "string", summary: "mail address of the account" },
    scopes: { type: "string", summary: `comma-separated: ${SCOPES.join(", ")}` },
    name: { type: "string", summary: "what the key is for" },
  },
  async run({ flags }, io) {
    const email = required(flags, "email");
    const asked = new Set(
      required(flags, "scopes")
        .split(",")
        .map((scope) => scope.trim()),
    );
    const unknown = [...asked].filter((scope) => !(SCOPES as readonly string[]).includes(scope));
    if (unknown.length)
      throw new CommandError(`Unknown scope: ${unknown.join(", ")}. Known are ${SCOPES.join(", ")}.`, 2);
    const scopes = SCOPES.filter((scope) => asked.has(scope));
    await withExistingStore(io, async (store) => {
      const account = await accountOf(store, email);
      const { key, hash, prefix, last4 } = createApiKey(randomBytes);
      const id = randomUUIDv7();
      await audited(store, account.id, { "API key created": `${prefix}…${last4}` }).change((tx) =>
        tx.accounts.addApiKey({
          id,
          accountId: account.id,
          hash,
          name: text(flags, "name") ?? "command line",
          prefix,
          last4,
          scopes: scopes.join(" "),
          createdAt: new Date(),
          expiresAt: null,
        }),
      );
      io.answer(key, { id, key, scopes });
    });
    return 0;
  },
};
