import { revokeOwnKey } from "#actions/accounts/api-keys.ts";
import { createLanguages } from "#core/languages.ts";
import { given } from "#domain/text/given.ts";
import { accountDeps } from "./audited.ts";
import { accountOf, type Command, CommandError, required, withExistingStore } from "./command.ts";

export const apiKeyRevoke: Command = {
  name: "api-key revoke",
  usage: "api-key revoke KEY --email E",
  summary: "Revokes an API key at once and permanently. Its owner gets an email.",
  about: "KEY is the id, or the beginning of the key as api-key list shows it, if only one key begins like that.",
  examples: ["api-key revoke dbt_x7Qa --email ann@example.com"],
  options: { email: "email of the account" },
  positionals: ["KEY"],
  async run({ args, flags }, io) {
    const [asked] = args;
    const email = required(flags, "email");
    await withExistingStore(io, async (store, settings) => {
      const account = await accountOf(store, email);
      const fitting = (await store.accounts.apiKeysOf(account.id)).filter(
        // The whole key is accepted too, as found in a leak.
        ({ id, prefix, last4 }) => id === asked || prefix === asked || isWhole(given(asked), prefix, last4),
      );
      const [key] = fitting;
      if (!key)
        throw new CommandError(
          `${account.email} has no key ${asked}. See: debut api-key list --email ${account.email}`,
        );
      if (fitting.length > 1)
        throw new CommandError(
          `${fitting.length} keys begin with ${asked}. Give the id: ${fitting.map(({ id }) => id).join(", ")}`,
        );
      const shown = `${key.prefix}…${key.last4}`;
      const deps = {
        ...accountDeps(store, account.id, { "API key revoked": shown }),
        settings,
        languages: createLanguages(settings),
      };
      await revokeOwnKey(account, key.id, deps);
      io.answer(`Revoked ${shown} (${key.name}).`, {
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        last4: key.last4,
      });
    });
  },
};

const isWhole = (asked: string, prefix: string, last4: string): boolean =>
  asked.length > prefix.length + last4.length && asked.startsWith(prefix) && asked.endsWith(last4);
