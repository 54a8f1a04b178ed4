import { resetFactors } from "#actions/accounts/two-factor.ts";
import { createLanguages } from "#core/languages.ts";
import { given } from "#domain/text/given.ts";
import { accountDeps } from "./audited.ts";
import { accountOf, type Command, withExistingStore } from "./command.ts";

export const userResetFactors: Command = {
  name: "user reset-factors",
  usage: "user reset-factors EMAIL",
  summary: "Removes every second factor of an account: passkeys, the app with its codes, recovery codes.",
  about:
    `For somebody who lost them all, like an admin who is locked out. Verify who asks: afterwards, a ` +
    `password or an email is enough to sign in.
Every browser of the account is signed out, its owner gets an email, and the audit log keeps it.`,
  examples: ["user reset-factors ann@example.com"],
  options: {},
  positionals: ["EMAIL"],
  async run({ args }, io) {
    await withExistingStore(io, async (store, settings) => {
      const account = await accountOf(store, given(args[0]));
      const deps = {
        ...accountDeps(store, account.id, { "second factors": "removed" }),
        settings,
        languages: createLanguages(settings),
      };
      await deps.store.change((tx) => resetFactors(tx, account, deps));
      io.answer(`${account.email} no longer has a second factor and is signed out everywhere.`, {
        id: account.id,
        email: account.email,
      });
    });
  },
};
