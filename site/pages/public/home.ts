import { nouns, withNoun } from "#domain/site/nouns.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import { joined, plural, t, wordsWith } from "#languages/words.ts";
import { remember } from "#tools/kept.ts";
import { siteCardPath } from "../../kit/preview.ts";
import type { Site } from "../../kit/site.ts";
import { siteThing } from "../../machines/schema-org.ts";
import { LIVE_HEAD, liveRace } from "../../parts/launches/live.ts";
import { makeFront, showFront } from "../../parts/site/front.ts";

export function homePages({ deps, pages, router }: Site): void {
  const { settings } = deps;

  router.get("/", async (req, res) => {
    const front = await remember(
      { name: "front" },
      {},
      deps,
      () => makeFront(req, deps),
      () => true,
    );
    const { race, listings, blocks } = front;
    const isLive = race && blocks.some(({ kind }) => kind === "race" || kind === "sky");
    pages.render(res, {
      title: settings.SITE_NAME,
      isPublic: true,
      preview: siteCardPath(settings.SITE_NAME, race?.items),
      width: "full",
      head: isLive && LIVE_HEAD,
      things: siteThing({ name: settings.SITE_NAME, baseUrl: settings.BASE_URL }),
      feeds: [
        race
          ? { title: t`Launches · ${settings.SITE_NAME}`, path: "/feeds/launches.atom" }
          : { title: t`New listings · ${settings.SITE_NAME}`, path: "/feeds/listings.atom" },
        { title: t`Latest updates · ${settings.SITE_NAME}`, path: "/feeds/updates.atom" },
      ],
      description: race
        ? joined(
            [
              wordsWith(
                "votes",
                wordsWith(
                  "weekly",
                  withNoun(
                    t`New products launch on ${settings.SITE_NAME} every Monday, ranked by votes.`,
                    t`New ${nouns} launch on ${settings.SITE_NAME} every Monday, ranked by votes.`,
                  ),
                  withNoun(
                    t`New products launch on ${settings.SITE_NAME} every day, ranked by votes.`,
                    t`New ${nouns} launch on ${settings.SITE_NAME} every day, ranked by votes.`,
                  ),
                ),
                wordsWith(
                  "weekly",
                  withNoun(
                    t`New products launch on ${settings.SITE_NAME} every Monday.`,
                    t`New ${nouns} launch on ${settings.SITE_NAME} every Monday.`,
                  ),
                  withNoun(
                    t`New products launch on ${settings.SITE_NAME} every day.`,
                    t`New ${nouns} launch on ${settings.SITE_NAME} every day.`,
                  ),
                ),
              ),
              t`Your assistant can search and submit.`,
            ],
            " ",
          )
        : t`Search and compare ${plural(listings, "listing")} on ${settings.SITE_NAME}, on your own or with your assistant.`,
      body: [await showFront(front, req, res, deps), isLive && liveRace(race, { isDay: isDaily(deps.store) })],
    });
  });
}
