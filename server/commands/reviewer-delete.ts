import { deleteAccount } from "#actions/accounts/delete-account.ts";
import { createLanguages } from "#core/languages.ts";
import { createPictureStores } from "../picture-stores.ts";
import { accountDeps } from "./audited.ts";
import { accountOf, type Command, CommandError, required, withExistingStore } from "./command.ts";

export const reviewerDelete: Command = {
  name: "reviewer delete",
  usage: "reviewer delete --email E",
  summary: "Deletes an account created by reviewer create, with its drafts and listings.",
  examples: ["reviewer delete --email reviewer@example.com"],
  options: { email: "email of the account" },
  async run({ flags }, io) {
    const email = required(flags, "email");
    await withExistingStore(io, async (store, settings) => {
      const account = await accountOf(store, email);
      if (!account.isDemo)
        throw new CommandError(`${email} is not a reviewer's account. See: debut user delete --help`);
      await deleteAccount(
        account.id,
        { takeListingsDown: true },
        {
          ...accountDeps(store, account.id),
          settings,
          languages: createLanguages(settings),
          ...createPictureStores(settings, () => new Date()),
        },
      );
      io.answer(`Deleted ${email}.`, { email });
    });
  },
};
