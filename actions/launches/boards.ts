import type { Week } from "#domain/launches/launch-week.ts";
import { REVENUE_MAX_AGE_MS } from "#domain/launches/ranking.ts";
import type { Listing, ListingInList } from "#domain/listings/listing.ts";
import { showMoney } from "#domain/orders/money.ts";
import { as, t, type Words, wordsWith } from "#languages/words.ts";
import type { Slice } from "#store/ranks/rank.ts";
import type { Context } from "../context.ts";

export const BOARDS = ["community-weekly", "community-all-time", "billboard", "domain-rating", "revenue"] as const;
export type BoardName = (typeof BOARDS)[number];

export type BoardRow = { listing: Listing | ListingInList; value: number; display: string };

type Board = {
  title: Words;
  metric: { key: string; label: Words; unit: string };
  disclosure: Words | null;
  read: (context: Context<"public">, slice: Slice, week: Week) => Promise<{ rows: BoardRow[]; total: number }>;
};

const votes = { key: "votes", label: as("a count")`Votes`, unit: "votes" };
const showVotes = (count: number): string => (count === 1 ? "1 vote" : `${count} votes`);

export const boards: Record<BoardName, Board> = {
  "community-weekly": {
    title: t`Launches of the week`,
    metric: votes,
    disclosure: null,
    async read({ store }, slice, week) {
      const { rows, total } = await store.launches.inWindow(week, slice);
      return { rows: rows.map(({ listing, votes }) => ({ listing, value: votes, display: showVotes(votes) })), total };
    },
  },
  "community-all-time": {
    title: t`Most votes of all time`,
    metric: votes,
    disclosure: null,
    async read({ store }, slice) {
      const { rows, total } = await store.launches.voted(slice);
      return {
        rows: rows.map((listing) => ({ listing, value: listing.votes, display: showVotes(listing.votes) })),
        total,
      };
    },
  },
  billboard: {
    title: t`Billboard`,
    metric: { key: "contributed", label: t`Contributed`, unit: "usd_cents" },
    disclosure: wordsWith(
      "votes",
      t`Paid placement: the billboard ranks listings by the money they paid for it. It has no effect on votes, ratings or awards.`,
      t`Paid placement: the billboard ranks listings by the money they paid for it. It has no effect on anything else.`,
    ),
    async read({ store }, slice) {
      const { rows, total } = await store.figures.billboard(slice);
      return { rows: rows.map((row) => ({ ...row, display: showMoney(row.value, "USD") })), total };
    },
  },
  "domain-rating": {
    title: t`Domain Rating`,
    metric: { key: "domain_rating", label: t`Domain Rating`, unit: "points" },
    disclosure: null,
    async read({ store }, slice) {
      const { rows, total } = await store.figures.ratingBoard(slice);
      return { rows: rows.map((row) => ({ ...row, display: String(row.value) })), total };
    },
  },
  revenue: {
    title: t`Verified monthly revenue`,
    metric: { key: "revenue", label: t`Monthly revenue`, unit: "usd_cents" },
    disclosure: null,
    async read({ store, now }, slice) {
      const since = new Date(now().getTime() - REVENUE_MAX_AGE_MS);
      const { rows, total } = await store.figures.revenueBoard(since, slice);
      return {
        rows: rows.map((row) => ({ ...row, display: showMoney(row.amountCents ?? row.value, row.currency ?? "USD") })),
        total,
      };
    },
  },
};
