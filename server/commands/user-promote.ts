import { type AdminRefusal, changeAdmin } from "#actions/accounts/change-account.ts";
import { given } from "#domain/text/given.ts";
import { audited } from "./audited.ts";
import { accountOf, type Command, CommandError, withExistingStore } from "./command.ts";

const REFUSALS: Record<AdminRefusal, (email: string) => string> = {
  gone: (email) => `There is no account for ${email}. See: debut user list`,
  "last-admin": (email) => `${email} is the only admin. Make another one first: debut user promote EMAIL`,
  "admin-unfit": (email) =>
    `${email} is suspended or has not confirmed its email. An admin can change that at /admin/users.`,
};

const changing = (name: string, isAdmin: boolean, summary: string): Command => ({
  name: `user ${name}`,
  usage: `user ${name} EMAIL`,
  summary,
  about: "The change is in the audit log, and applies from the next request.",
  examples: [`user ${name} ann@example.com`],
  options: {},
  positionals: ["EMAIL"],
  async run({ args }, io) {
    await withExistingStore(io, async (store) => {
      const { id, email } = await accountOf(store, given(args[0]));
      const refusal = await audited(store, id).change((tx) => changeAdmin(tx, id, isAdmin));
      if (refusal) throw new CommandError(REFUSALS[refusal](email));
      io.answer(`${email} is ${isAdmin ? "now" : "no longer"} an admin.`, { id, email, admin: isAdmin });
    });
  },
});

export const userPromote = changing("promote", true, "Makes an account an admin.");
export const userDemote = changing("demote", false, "Removes an account as admin, except the last one.");
