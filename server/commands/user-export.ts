import { exportAccount } from "#actions/accounts/export-account.ts";
import { createPictureStores } from "../picture-stores.ts";
import { accountOf, type Command, required, withExistingStore } from "./command.ts";

export const userExport: Command = {
  name: "user export",
  usage: "user export --email E",
  summary: "Prints all data of a person as JSON, like the export on their account page.",
  examples: ["user export --email ann@example.com > ann.json"],
  options: { email: "email address of the account" },
  async run({ flags }, io) {
    const email = required(flags, "email");
    await withExistingStore(io, async (store, settings) => {
      const account = await accountOf(store, email);
      const now = () => new Date();
      const data = await exportAccount(account.id, {
        store,
        settings,
        now,
        uploads: createPictureStores(settings, now).uploads,
      });
      io.answer(JSON.stringify(data, null, 2), data);
    });
  },
};
