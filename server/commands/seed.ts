import { type Command, CommandError, text, withStore } from "./command.ts";

export const seed: Command = {
  name: "seed",
  usage: "seed --demo | --listings N",
  summary: "Adds invented listings, founders, posts and launch weeks, marked as demo. Safe to repeat.",
  options: {
    demo: {
      isOn: "products written by hand, with pictures, votes and reviews, to look around with",
    },
    listings: "this many generated listings, for load tests",
  },
  async run({ flags }, io) {
    const asked = text(flags, "listings");
    const count = Number(asked);
    if ((flags.demo === true) === (asked !== undefined)) throw new CommandError("Use --demo or --listings N.", 2);
    if (!flags.demo && (!Number.isInteger(count) || count < 1 || count > 5_000_000))
      throw new CommandError("--listings takes a whole number from 1 to 5000000.", 2);
    await withStore(io, async (store, settings) => {
      const calendar = { now: new Date(), zone: settings.SITE_TIMEZONE };
      const load = flags.demo
        ? (await import("./demo/load.ts")).loadProducts(store, calendar)
        : (await import("#data/load-demo.ts")).loadDemo(store, { count, ...calendar });
      const added = await load;
      io.answer(`Added ${added} demo listings.`, { added });
    });
  },
};
