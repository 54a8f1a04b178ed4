import type { Attack } from "../stranger.ts";
import { many, sameEverywhere, submitSites } from "./hostile-site.ts";

const SITES = 60;
/** A page that takes seconds to read, though not quite as long as it may. */
const page = many(150_000, (nth) => `<p>Tool <b>${nth}</b> <a href="/p${nth}">more</a></p>`);

export const heavySites: Attack = {
  title: `${SITES} websites whose pages take seconds to read, by 40 accounts`,
  website: sameEverywhere(page),
  longer: 1.5,
  run: async (stranger) => {
    await submitSites(stranger, SITES);
    await stranger.untilOver();
  },
};
