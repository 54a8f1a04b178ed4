import { randomUUIDv7 } from "node:crypto";
import { z } from "zod";
import { checkPassword, hashPassword } from "../auth/passwords.ts";
import { type Command, CommandError, required, text, withStore } from "./command.ts";

export const userCreate: Command = {
  name: "user create",
  usage: "user create --email E --password P [--name N] [--admin]",
  summary: "Creates an account whose mail address counts as verified.",
  options: {
    email: { type: "string", summary: "mail address" },
    password: { type: "string", summary: "at least 10 characters" },
    name: { type: "string", summary: "shown to others" },
    admin: { type: "boolean", summary: "may run the site" },
  },
  async run({ flags }, io) {
    const email = required(flags, "email");
    const password = required(flags, "password");
    if (!z.email().safeParse(email).success) throw new CommandError(`"${email}" is not a mail address.`, 2);
    const weak = checkPassword(password, email);
    if (weak) throw new CommandError(weak, 2);
    const passwordHash = await hashPassword(password);
    await withStore(io, async (store) => {
      const account = await store.change(async (tx) => {
        const at = new Date();
        const added = await tx.accounts.add({
          id: randomUUIDv7(),
          email,
          name: text(flags, "name") ?? null,
          passwordHash,
          isAdmin: flags.admin === true,
          emailVerifiedAt: at,
          createdAt: at,
        });
        return added;
      });
      if (!account) throw new CommandError(`There is already an account for ${email}.`);
      io.answer(`Created ${account.email}${account.isAdmin ? ", an admin" : ""}.`, {
        id: account.id,
        email: account.email,
        admin: account.isAdmin,
      });
    });
    return 0;
  },
};
