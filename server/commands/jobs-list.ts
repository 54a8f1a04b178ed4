import { JOB_STATES } from "#store/repos/runtime/jobs.ts";
import { type Command, oneOf, text, wholeNumber, withExistingStore } from "./command.ts";

export const jobsList: Command = {
  name: "jobs list",
  usage: "jobs list [--state failed] [--kind K] [--limit 50]",
  summary: "Lists background jobs with their state, and why they failed.",
  about: "Finished jobs are deleted after a week. Failed ones stay until they are retried.",
  examples: ["jobs list --state failed", "jobs list --kind send-mail --json"],
  options: {
    state: `one of ${JOB_STATES.join(", ")}`,
    kind: "only this kind, like send-mail",
    limit: "maximum number; default: 50",
  },
  async run({ flags }, io) {
    const state = oneOf(flags, "state", JOB_STATES);
    const limit = wholeNumber(flags, "limit", { from: 1, to: 10_000 }) ?? 50;
    await withExistingStore(io, async (store) => {
      const wanted = { state, kind: text(flags, "kind") };
      const { items: jobs } = await store.jobs.list(wanted, { page: 1, perPage: limit });
      const line = ({ id, state: now, attempts, runAt, lastError }: (typeof jobs)[number]) =>
        `${now.padEnd(8)} ${runAt.toISOString()} ${String(attempts).padStart(2)}x ${id}${lastError ? `\n         ${lastError}` : ""}`;
      io.answer(jobs.length ? jobs.map(line).join("\n") : "There are none.", { jobs });
    });
  },
};
