import { type Command, CommandError, text, withStore } from "./command.ts";

const DEMO_LISTINGS = 300;

export const seed: Command = {
  name: "seed",
  usage: "seed --demo | --listings N",
  summary: "Adds invented listings, founders, posts and launch weeks, marked as demo.",
  options: {
    demo: { type: "boolean", summary: `${DEMO_LISTINGS} listings to look around with` },
    listings: { type: "string", summary: "this many listings, for load tests" },
  },
  async run({ flags }, io) {
    const asked = text(flags, "listings");
    const count = asked === undefined ? DEMO_LISTINGS : Number(asked);
    if (!flags.demo && asked === undefined) throw new CommandError("Use --demo or --listings N.", 2);
    if (!Number.isInteger(count) || count < 1 || count > 5_000_000)
      throw new CommandError("--listings takes a whole number from 1 to 5000000.", 2);
    const { loadDemo } = await import("../../data/load-demo.ts");
    await withStore(io, async (store, settings) => {
      const added = await loadDemo(store, { count, now: new Date(), zone: settings.SITE_TIMEZONE });
      io.answer(`Added ${added} demo listings.`, { added });
    });
    return 0;
  },
};
