import { randomBytes } from "node:crypto";
import { checkPassword, hashPassword } from "../../core/credentials/passwords.ts";
import { mintToken } from "../../core/credentials/tokens.ts";
import { audited } from "./audited.ts";
import { type Command, CommandError, required, withExistingStore } from "./command.ts";
import { PASSWORD_OPTIONS, readPassword } from "./password.ts";

export const userResetPassword: Command = {
  name: "user reset-password",
  usage: "user reset-password --email E [--password-stdin]",
  summary: "Prints a link, good once and for 30 minutes, with which somebody chooses a new password.",
  about: `For whoever cannot be reached by mail. Hand the link over in a way that only they can read.
With --password-stdin the new password is set at once and every browser of the account is signed out.`,
  examples: ["user reset-password --email ann@example.com"],
  options: {
    email: { type: "string", summary: "mail address of the account" },
    ...PASSWORD_OPTIONS,
  },
  async run({ flags }, io) {
    const email = required(flags, "email");
    const password = await readPassword(flags, io);
    const weak = password === undefined ? undefined : checkPassword(password, email);
    if (weak) throw new CommandError(weak, 2);
    const passwordHash = password === undefined ? undefined : await hashPassword(password);
    await withExistingStore(io, async (store, settings) => {
      const account = await store.accounts.findByEmail(email);
      if (account?.status !== "active") throw new CommandError(`There is no account in use for ${email}.`);
      const { token, ...row } = mintToken("reset", new Date(), randomBytes);
      const done = passwordHash === undefined ? "link printed" : "set";
      await audited(store, account.id, { "password reset": done }).change(async (tx) => {
        await tx.accounts.removeTokens("reset", account.id);
        if (passwordHash === undefined)
          return tx.accounts.addToken({ ...row, accountId: account.id, email: account.email });
        await tx.accounts.setPassword(account.id, passwordHash);
        await tx.accounts.removeSessionsOf(account.id);
      });
      const url = passwordHash === undefined ? `${settings.BASE_URL}/reset?token=${token}` : null;
      io.answer(url ?? `${account.email} has a new password and is signed out everywhere.`, {
        email: account.email,
        url,
      });
    });
    return 0;
  },
};
