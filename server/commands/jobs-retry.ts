import { retryJobs } from "#jobs/retry.ts";
import { type Command, CommandError, withExistingStore } from "./command.ts";

export const jobsRetry: Command = {
  name: "jobs retry",
  usage: "jobs retry ID | --all",
  summary:
    "Runs a failed or waiting job now, with all its retries, or all failed ones. A running site starts them within a minute.",
  about: "Jobs are safe to run twice. First fix what made them fail; jobs list --state failed says what it was.",
  examples: ["jobs retry send-mail:019ab2c4-7d1e-7c55-8f0e-3f5b8f0c9f11", "jobs retry --all"],
  options: { all: { isOn: "all failed jobs" } },
  positionals: ["[ID]"],
  async run({ args, flags }, io) {
    const [id] = args;
    if ((id === undefined) === (flags.all !== true)) throw new CommandError("Give the ID of a job, or --all.", 2);
    await withExistingStore(io, async (store) => {
      const retried = await store.change((tx) => retryJobs(tx, new Date(), id));
      if (id !== undefined && retried === 0)
        throw new CommandError(`No failed or waiting job has the id ${id}. See: debut jobs list`);
      io.answer(retried === 1 ? "1 job is due again." : `${retried} jobs are due again.`, { retried });
    });
  },
};
