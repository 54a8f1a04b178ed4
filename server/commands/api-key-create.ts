import { newApiKey, saveKey } from "#actions/accounts/api-keys.ts";
import { SCOPES } from "#actions/context.ts";
import { createLanguages } from "#core/languages.ts";
import { cleanLine } from "#domain/text/text.ts";
import { accountDeps } from "./audited.ts";
import { accountOf, type Command, CommandError, required, text, withExistingStore } from "./command.ts";

export const apiKeyCreate: Command = {
  name: "api-key create",
  usage: "api-key create --email E --scopes a,b [--name N]",
  summary: "Creates an API key for an account and prints it once. Its owner gets an email.",
  options: {
    email: "email address of the account",
    scopes: `comma-separated: ${SCOPES.join(", ")}`,
    name: "what the key is for",
  },
  async run({ flags }, io) {
    const email = required(flags, "email");
    const asked = new Set(
      required(flags, "scopes")
        .split(",")
        .map((scope) => scope.trim()),
    );
    const unknown = [...asked].filter((scope) => !SCOPES.some((known) => known === scope));
    if (unknown.length)
      throw new CommandError(`Unknown scope: ${unknown.join(", ")}. Known are ${SCOPES.join(", ")}.`, 2);
    const scopes = SCOPES.filter((scope) => asked.has(scope));
    await withExistingStore(io, async (store, settings) => {
      const account = await accountOf(store, email);
      const name = cleanLine(text(flags, "name") ?? "command line");
      const { key, row } = newApiKey(account.id, { name, scopes, expiresAt: null }, accountDeps(store, account.id));
      const created = { "API key created": `${row.prefix}…${row.last4}` };
      await saveKey(account, row, {
        ...accountDeps(store, account.id, created),
        settings,
        languages: createLanguages(settings),
      });
      io.answer(key, { id: row.id, key, scopes });
    });
  },
};
