import { deleteAccount } from "#actions/accounts/delete-account.ts";
import { AppError } from "#core/errors/errors.ts";
import { createLanguages } from "#core/languages.ts";
import { createPictureStores } from "../picture-stores.ts";
import { accountDeps } from "./audited.ts";
import { accountOf, type Command, CommandError, required, withExistingStore } from "./command.ts";

export const userDelete: Command = {
  name: "user delete",
  usage: "user delete --email E [--listings remove] --yes",
  summary: "Deletes an account for good, as its owner can on their account page. Orders and invoices stay.",
  about: `Votes, follows, reviews, claims and drafts go with it, and the name and address. Live listings that nobody else edits stay online
without an owner, unless --listings remove takes them down. Only a backup can undo this.`,
  examples: ["user delete --email ann@example.com --yes"],
  options: {
    email: "email address of the account",
    listings: "remove: also take down listings that nobody else edits",
    yes: { isOn: "confirm; without this nothing happens" },
  },
  async run({ flags }, io) {
    const email = required(flags, "email");
    if (flags.listings !== undefined && flags.listings !== "remove")
      throw new CommandError("--listings takes only: remove", 2);
    if (!flags.yes) throw new CommandError(`Add --yes to delete ${email} permanently.`, 2);
    await withExistingStore(io, async (store, settings) => {
      const account = await accountOf(store, email);
      const deps = {
        ...accountDeps(store, account.id),
        settings,
        languages: createLanguages(settings),
        ...createPictureStores(settings, () => new Date()),
      };
      try {
        await deleteAccount(account.id, { takeListingsDown: flags.listings === "remove" }, deps);
      } catch (error) {
        throw error instanceof AppError ? new CommandError(error.message) : error;
      }
      io.answer(`Deleted ${email}.`, { email });
    });
  },
};
