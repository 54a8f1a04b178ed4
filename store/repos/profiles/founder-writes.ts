import type { DraftFounder } from "#domain/drafts/draft.ts";
import type { ListingFounder, Socials } from "#domain/listings/listing.ts";
import { slugify } from "#domain/text/slug.ts";
import { and, eq, inArray, sql } from "../../sqlite/drizzle.ts";
import { insertInto, reservations } from "../../sqlite/insert.ts";
import type { Db } from "../../sqlite/open.ts";
import { founders, listingFounders, listings } from "../../sqlite/tables.ts";
import { sortName } from "./sort-name.ts";

type NewRow = typeof founders.$inferInsert;

/** An imported founder: old slug and page, or an existing founder. */
export type NewFounder = DraftFounder & {
  slug?: string | undefined;
  sameAs?: string | undefined;
  page?: Partial<Pick<NewRow, "name" | "bio" | "avatarUrl" | "country" | "socials" | "interview">> | undefined;
};

/** A listing's people, with the data to save them. */
export type Team = { people: NewFounder[]; ownerId: string | null; socials: Socials; isDemo: boolean };

/** A founder's saved row, with their position in a listing. */
export type LinkedFounder = Omit<ListingFounder, "primary"> & {
  founderId: number;
  position: number;
  row: Pick<typeof founders.$inferSelect, "name" | "bio" | "socials">;
};

export const asShown = ({ slug, name, title, avatarUrl, position }: LinkedFounder): ListingFounder => ({
  ...{ slug, name, title, avatarUrl },
  primary: position === 0,
});

export const founderWrites = (db: Db) => {
  const insertFounders = insertInto(db, founders);
  const insertLinks = insertInto(db, listingFounders);
  const startReserving = reservations(db, "founders");

  return {
    /** Saves teams' founders. Same account and name means same founder across listings. */
    async save(teams: Team[]): Promise<LinkedFounder[][]> {
      const reserve = await startReserving();
      let waiting: NewRow[] = [];
      const write = async () => {
        await insertFounders(waiting);
        waiting = [];
      };
      const saved: LinkedFounder[][] = [];
      for (const { people, ownerId, socials, isDemo } of teams) {
        const linked: LinkedFounder[] = [];
        for (const [position, person] of people.entries()) {
          const isSame = person.sameAs
            ? eq(founders.slug, person.sameAs)
            : ownerId && and(eq(founders.accountId, ownerId), sql`lower(${founders.name}) = lower(${person.name})`);
          if (isSame) await write();
          const known = isSame ? await db.select().from(founders).where(isSame).get() : undefined;
          const facts = { name: person.name, bio: person.bio, ...(position === 0 ? { socials } : {}), ...person.page };
          const named = { ...facts, sortName: sortName(facts.name) };
          const { id, slug } = known ?? (await reserve(person.slug ?? slugify(person.name, "founder")));
          if (known) await db.update(founders).set(named).where(eq(founders.id, id));
          else waiting.push({ socials: {}, ...named, id, slug, accountId: ownerId, isDemo });
          const { name = person.name, bio = null, socials: pages = {}, avatarUrl = null } = { ...known, ...facts };
          const row = { name, bio, socials: pages };
          const same = linked.find((one) => one.slug === slug);
          if (same) same.row = row;
          else linked.push({ founderId: id, position, slug, name: person.name, title: person.title, avatarUrl, row });
        }
        saved.push(linked);
      }
      await write();
      return saved;
    },
    /**
     * Sets a founder's portrait in all their listings. False if one of these belongs to another
     * team.
     */
    async setFace(slug: string, avatarUrl: string | null, accountId: string): Promise<boolean> {
      const founder = await db.select({ id: founders.id }).from(founders).where(eq(founders.slug, slug)).get();
      const theirs = db
        .select({ id: listingFounders.listingId })
        .from(listingFounders)
        .where(eq(listingFounders.founderId, founder?.id ?? 0));
      const member = sql`select 1 from listing_members where listing_id = ${listingFounders.listingId} and account_id = ${accountId}`;
      const strange = await db
        .select({ id: listingFounders.listingId })
        .from(listingFounders)
        .where(and(eq(listingFounders.founderId, founder?.id ?? 0), sql`not exists (${member})`))
        .get();
      if (!founder || strange) return false;
      await db.update(founders).set({ avatarUrl }).where(eq(founders.id, founder.id));
      const shown = await db
        .select({ id: listings.id, profile: listings.profile })
        .from(listings)
        .where(inArray(listings.id, theirs));
      for (const { id, profile } of shown) {
        const people = profile.founders.map((one) => (one.slug === slug ? { ...one, avatarUrl } : one));
        await db
          .update(listings)
          .set({ profile: { ...profile, founders: people } })
          .where(eq(listings.id, id));
      }
      return true;
    },
    link: (listings: { id: number; people: LinkedFounder[] }[]): Promise<void> =>
      insertLinks(
        listings.flatMap(({ id, people }) =>
          people.map(({ founderId, title, position }) => ({ listingId: id, founderId, title, position })),
        ),
      ),
  };
};
