import { changePassword } from "#actions/accounts/change-password.ts";
import { createResetLink } from "#actions/accounts/links.ts";
import { checkPassword } from "#core/credentials/check-password.ts";
import { createLanguages } from "#core/languages.ts";
import { inEnglish } from "#languages/words.ts";
import { accountDeps } from "./audited.ts";
import { type Command, CommandError, required, withExistingStore } from "./command.ts";
import { PASSWORD_OPTIONS, readPassword } from "./password.ts";

export const userResetPassword: Command = {
  name: "user reset-password",
  usage: "user reset-password --email E [--password-stdin]",
  summary: "Prints a link to choose a new password. It works once, for 30 minutes.",
  about: `For people who cannot be reached by email. Send them the link in a way that only they can read.
With --password-stdin the new password is set at once, every browser of the account is signed out, and its owner gets an email.`,
  examples: ["user reset-password --email ann@example.com"],
  options: {
    email: "email address of the account",
    ...PASSWORD_OPTIONS,
  },
  async run({ flags }, io) {
    const email = required(flags, "email");
    const password = await readPassword(flags, io);
    const weak =
      password === undefined ? undefined : checkPassword(password, { email, siteName: io.settings().SITE_NAME });
    if (weak) throw new CommandError(inEnglish(weak), 2);
    await withExistingStore(io, async (store, settings) => {
      const account = await store.accounts.findByEmail(email);
      if (account?.status !== "active") throw new CommandError(`There is no active account for ${email}.`);
      const done = password === undefined ? "link printed" : "set";
      const deps = {
        ...accountDeps(store, account.id, { "password reset": done }),
        settings,
        languages: createLanguages(settings),
      };
      if (password !== undefined) await changePassword({ account, password }, deps);
      const url = password === undefined ? await createResetLink(account, deps) : null;
      io.answer(url ?? `${account.email} has a new password and is signed out everywhere.`, {
        email: account.email,
        url,
      });
    });
  },
};
