import { randomUUIDv7 } from "node:crypto";
import { createAccount } from "#actions/accounts/new-account.ts";
import { cleanText } from "#domain/text/text.ts";
import { accountDeps } from "./audited.ts";
import { type Command, CommandError, text, withStore } from "./command.ts";
import { newLogin, PASSWORD_OPTIONS } from "./password.ts";

export const userCreate: Command = {
  name: "user create",
  usage: "user create --email E [--password-stdin] [--name N] [--admin]",
  summary: "Creates an account whose email address counts as verified.",
  about: `In a terminal it asks for the password, of at least 10 characters; elsewhere --password-stdin reads it from standard input.`,
  examples: ["user create --email ann@example.com --admin"],
  options: {
    email: "email of the account",
    ...PASSWORD_OPTIONS,
    name: "shown to others",
    admin: { isOn: "can administer the site" },
  },
  async run({ flags }, io) {
    const { email, password } = await newLogin(flags, io);
    await withStore(io, async (store) => {
      const id = randomUUIDv7();
      const given = { id, email, password, name: cleanText(text(flags, "name") ?? ""), isAdmin: flags.admin === true };
      const account = await createAccount(given, accountDeps(store, id));
      if (!account) throw new CommandError(`There is already an account for ${email}.`);
      io.answer(`Created ${account.email}${account.isAdmin ? ", an admin" : ""}.`, {
        id: account.id,
        email: account.email,
        admin: account.isAdmin,
      });
    });
  },
};
