import { setImmediate as breathe } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { holdPlaces, takePlaces } from "../../actions/launches/places.ts";
import { rescheduleLaunch } from "../../actions/launches/reschedule.ts";
import { acceptPlace, joinWeekList, leaveWeekList, offerPlaces } from "../../actions/launches/week-list.ts";
import { AppError } from "../../core/errors/errors.ts";
import { createLanguages } from "../../core/languages.ts";
import { readSettings } from "../../core/settings/config.ts";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import { freeRoomIn } from "../../domain/launches/week-list.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import { communityOf } from "../helpers/community.ts";
import { createDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { freshRandom } from "../helpers/random.ts";

const HOUR = 3600_000;
const ZONE = "Europe/Berlin";
const [FREE_FIRST, FREE_LAST, CAPACITY, PEOPLE, LISTINGS] = [2, 4, 2, 8, 24];
const STEPS = Number(process.env.WEEK_LIST_STEPS ?? (isPostgres() ? 1000 : 2500));

let db: Awaited<ReturnType<typeof createDatabase>>;
afterEach(() => db.close());

/** What the calendar must be, kept without the database. */
type Known = {
  status: "draft" | "awaiting_badge" | "scheduled";
  plan: "none" | "free" | "launch";
  week: string | null;
  slot?: { week: string; until: number | null } | undefined;
  moves: number;
};
type Line = { listing: number; week: string; plan: "free" | "launch"; until: number | null };

it(
  "places, waiting lists and moved launches stay as a model says, whatever happens in which order",
  async () => {
    const random = freshRandom("week list");
    const below = (n: number): number => random.between(0, n - 1);
    const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
    db = await createDatabase();
    db.writer.pragma("synchronous = OFF");
    const settings = readSettings({
      SITE_TIMEZONE: ZONE,
      WEEK_CAPACITY: String(CAPACITY),
      FREE_WEEKS_MIN: String(FREE_FIRST),
      FREE_WEEKS_MAX: String(FREE_LAST),
    });
    let at = Date.parse("2026-11-23T10:00:00Z");
    let ids = 0;
    const deps = {
      settings,
      languages: createLanguages(settings),
      store: db.store,
      now: () => new Date(at),
      uuid: () => `id-${++ids}`,
      random: () => Buffer.alloc(32, 1),
      wakeJobs: () => undefined,
      limiter: { take: async () => ({ allowed: true }) },
      proofs: { siteOf: (url: string) => ({ domain: new URL(url).hostname, refusals: {} }) },
    } as unknown as Deps;
    const make = communityOf(db.store);
    const people: Account[] = [];
    for (let index = 0; index < PEOPLE; index++) people.push((await db.store.accounts.find(await make.person()))!);
    const known = new Map<number, Known>();
    const move = (listingId: number, monday: string, accountId: string) =>
      deps.store.change((tx) => rescheduleLaunch(tx, { listingId, monday }, { accountId }, deps));
    const ownerOf = new Map<number, Account>();
    for (let index = 0; index < LISTINGS; index++) {
      const owner = people[index % PEOPLE]!;
      const { id } = await make.listing({ ownerId: owner.id, status: "draft", launchedAt: null });
      known.set(id, { status: "draft", plan: "none", week: null, moves: 0 });
      ownerOf.set(id, owner);
    }
    const all = [...known.keys()];
    db.writer.exec(`insert into orders(id, number, account_id, status, currency, net_cents, vat_cents, total_cents, vat_json,
    token, created_at, expires_at, updated_at) values (1, 'D-1', '${people[0]!.id}', 'pending', 'USD', 0, 0, 0, '{}', 't', 0, 0, 0)`);
    const addLine = db.writer.prepare(`insert into order_lines(id, order_id, position, product, listing_id, description,
    quantity, unit_price_cents, net_cents, vat_cents, total_cents, options_json) values (?, 1, ?, 'launch', ?, '', 1, 0, 0, 0, 0, '{}')`);
    for (const id of all) addLine.run(`L${id}`, id, id);

    const lines: Line[] = [];
    const ended = new Set<string>();
    const capacityOf = new Map<string, number>();
    const weekIn = (ahead: number): string => weekOf(new Date(at), ZONE, ahead).monday;
    const startOf = (week: string): number => weekAfter({ monday: week }, ZONE, 0).startsAt.getTime();
    const capacity = (week: string): number => capacityOf.get(week) ?? CAPACITY;
    const isOpen = ({ until }: Line): boolean => until !== null && until > at;
    const stands = (id: number, week: string): boolean => {
      const { slot } = known.get(id)!;
      return slot?.week === week && (slot.until === null || slot.until > at);
    };
    const holders = (week: string): Set<number> => {
      const inIt = all.filter((id) => {
        const one = known.get(id)!;
        return (one.status === "scheduled" && one.week === week) || stands(id, week);
      });
      return new Set([
        ...inIt,
        ...lines.filter((line) => line.week === week && isOpen(line)).map((line) => line.listing),
      ]);
    };
    const open = (week: string): number => Math.max(0, capacity(week) - holders(week).size);
    const awaited = (week: string): number => {
      const held = holders(week);
      return all.filter((id) => {
        const one = known.get(id)!;
        return one.status === "awaiting_badge" && one.week === week && !held.has(id);
      }).length;
    };
    const inLine = (week: string): Line[] => lines.filter((line) => line.week === week && line.until === null);
    /** Whom the list gives a place, one after the other. */
    const lucky = (week: string): Line[] => {
      let left = open(week);
      const first = awaited(week);
      const got: Line[] = [];
      for (const line of inLine(week))
        if (left > 0 && (line.plan === "launch" || left > first)) {
          got.push(line);
          left--;
        }
      return got;
    };
    const room = (week: string): number => open(week) - lucky(week).length;
    const freeRoom = (week: string): number => open(week) - awaited(week) - inLine(week).length;
    const endsAt = (week: string): number | undefined => {
      const end = Math.min(at + 24 * HOUR, startOf(week) - HOUR);
      return end - at < 3 * HOUR ? undefined : end;
    };
    const lineOf = (listing: number, week: string) =>
      lines.find((line) => line.listing === listing && line.week === week);
    const drop = (line: Line | undefined, lapsed = false): void => {
      if (!line) return;
      lines.splice(lines.indexOf(line), 1);
      if (lapsed) ended.add(`${line.listing} ${line.week}`);
      else ended.delete(`${line.listing} ${line.week}`);
    };
    const canMove = ({ status, week, moves }: Known, counts: boolean): boolean =>
      status !== "draft" && week !== null && week > weekIn(0) && (!counts || moves < 3);
    const freeWeeks = (): string[] => [2, 3, 4].map(weekIn);
    const canJoin = (id: number, week: string, plan: Line["plan"]): boolean => {
      const one = known.get(id)!;
      if (week === one.week || endsAt(week) === undefined) return false;
      if (plan === "free") {
        if (one.plan === "launch" || !freeWeeks().includes(week) || (one.status !== "draft" && !canMove(one, false)))
          return false;
        const others = freeWeeks().filter((each) => each !== one.week && endsAt(each) !== undefined);
        return freeRoom(week) <= 0 && (one.status !== "draft" || others.every((each) => freeRoom(each) <= 0));
      }
      const isNear = week > weekIn(0) && week <= weekIn(16);
      return isNear && room(week) <= 0 && (one.plan !== "launch" || canMove(one, false));
    };

    const tries = async (work: () => Promise<unknown>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    };
    const orderOf = (listingId: number, week: string) =>
      ({
        lines: [
          { id: `L${listingId}`, product: "launch", listingId, options: { week }, fulfilledAt: null, refundedAt: null },
        ],
      }) as unknown as Order;
    const place = db.writer.prepare(
      "update listings set status = ?, plan = ?, launch_week = ?, launched_at = null where id = ?",
    );
    const freeSlot = (id: number) => db.store.change((tx) => tx.orders.freeSlot(`L${id}`));

    const done = { joined: 0, offered: 0, taken: 0, moved: 0 };
    const acts: Record<string, () => Promise<void>> = {
      async join() {
        const [id, week, plan] = [pick(all), weekIn(below(6)), pick(["free", "launch"] as const)];
        const owner = ownerOf.get(id)!;
        const isIn = lineOf(id, week) !== undefined;
        const expected =
          isIn ||
          (lines.filter((line) => line.listing === id).length < 3 &&
            lines.filter((line) => ownerOf.get(line.listing) === owner).length < 6 &&
            !ended.has(`${id} ${week}`) &&
            canJoin(id, week, plan));
        expect(await tries(() => joinWeekList(id, { week, plan }, owner, deps)), "join").toBe(expected);
        if (expected && !isIn) done.joined++;
        if (expected && !isIn) lines.push({ listing: id, week, plan, until: null });
      },
      async leave() {
        const id = pick(all);
        const week = lines.find((line) => line.listing === id)?.week ?? weekIn(1);
        await leaveWeekList(id, week, ownerOf.get(id)!.id, deps);
        drop(lineOf(id, week));
      },
      async accept() {
        const offered = below(3) > 0 ? lines.filter(isOpen) : lines;
        const line = offered.length > 0 ? pick(offered) : undefined;
        const [id, week] = [line?.listing ?? pick(all), line?.week ?? weekIn(1)];
        const one = known.get(id)!;
        const wait = lineOf(id, week);
        const isThere = one.week === week;
        const fits = wait !== undefined && isOpen(wait) && (wait.plan === "launch" || one.plan !== "launch");
        const moves = one.status !== "draft" && (one.plan === "launch") === (wait?.plan === "launch");
        const expected = isThere || (fits && (!moves || canMove(one, false)));
        expect(await tries(() => acceptPlace(id, week, ownerOf.get(id)!.id, deps)), "accept").toBe(expected);
        if (!expected || isThere) return;
        if (moves) one.week = week;
        else if (wait!.plan === "free") Object.assign(one, { status: "awaiting_badge", plan: "free", week, moves: 0 });
        else return;
        done.taken++;
        drop(wait);
        for (const other of lines.filter((each) => each.listing === id)) drop(other);
      },
      async move() {
        const [id, week] = [pick(all), weekIn(below(7))];
        const one = known.get(id)!;
        const weeks = one.plan === "launch" ? week > weekIn(0) && week <= weekIn(52) : freeWeeks().includes(week);
        const hasRoom = one.plan === "launch" ? room(week) > 0 : freeRoom(week) > 0;
        const isThere = one.week === week;
        const expected = isThere || (canMove(one, true) && weeks && hasRoom);
        const isDone = await tries(() => move(id, week, ownerOf.get(id)!.id));
        expect(isDone, "move").toBe(expected);
        if (!expected || isThere) return;
        done.moved++;
        one.week = week;
        one.moves++;
        drop(lineOf(id, week));
      },
      async hold() {
        const [id, week] = [pick(all), weekIn(1 + below(5))];
        const one = known.get(id)!;
        if (one.plan === "launch" || one.slot?.until === null) return;
        const wait = lineOf(id, week);
        const isBooked = one.status === "scheduled" && one.week === week;
        const expected = isBooked || stands(id, week) || (wait !== undefined && isOpen(wait)) || room(week) > 0;
        const until = new Date(at + HOUR);
        expect(await tries(() => db.store.change((tx) => holdPlaces(tx, orderOf(id, week), until, deps))), "hold").toBe(
          expected,
        );
        if (expected)
          one.slot = { week, until: Math.max(until.getTime(), one.slot?.week === week ? one.slot.until! : 0) };
      },
      async pay() {
        const id = all.find((each) => known.get(each)!.slot !== undefined && below(2) === 0);
        if (id === undefined) return;
        const one = known.get(id)!;
        const { week } = one.slot!;
        const wait = lineOf(id, week);
        const isBooked = one.status === "scheduled" && one.week === week;
        const isOver = week <= weekIn(0);
        const expected =
          isOver || isBooked || stands(id, week) || (wait !== undefined && isOpen(wait)) || room(week) > 0;
        const missing = await db.store.change((tx) => takePlaces(tx, orderOf(id, week), deps));
        expect(missing === undefined, "pay").toBe(expected);
        await freeSlot(id);
        one.slot = undefined;
        if (!expected || isOver) return;
        place.run("scheduled", "launch", week, id);
        Object.assign(one, { status: "scheduled", plan: "launch", week });
      },
      async chooseFree() {
        const id = pick(all);
        const one = known.get(id)!;
        if (one.status !== "draft" || one.slot) return;
        const week = freeWeeks().find((each) => freeRoom(each) > 0);
        const found = await db.store.launches.firstWithRoom(weekIn(FREE_FIRST), 3, settings, new Date(at));
        expect(found, "first free week").toBe(week);
        if (!week) return;
        place.run("awaiting_badge", "free", week, id);
        Object.assign(one, { status: "awaiting_badge", plan: "free", week });
      },
      async badge() {
        const id = all.find((each) => known.get(each)!.status === "awaiting_badge" && below(2) === 0);
        if (id === undefined) return;
        const one = known.get(id)!;
        if (open(one.week!) <= 0 && !holders(one.week!).has(id)) return;
        place.run("scheduled", "free", one.week, id);
        one.status = "scheduled";
      },
      async tick() {
        for (const week of new Set(lines.map((line) => line.week))) {
          for (const line of lines.filter((each) => each.week === week)) {
            const one = known.get(line.listing)!;
            if (one.week === week) drop(line);
            else if (line.plan === "free" && one.plan === "launch") drop(line);
            else if (line.until !== null && line.until <= at) drop(line, true);
          }
          const end = endsAt(week);
          if (end === undefined) for (const line of inLine(week)) drop(line);
          else
            for (const line of lucky(week)) {
              line.until = end;
              done.offered++;
            }
          await offerPlaces(week, deps);
        }
      },
      async capacity() {
        const [week, places] = [weekIn(below(6)), below(6)];
        await db.store.change((tx) => tx.launches.setCapacity(week, places));
        capacityOf.set(week, places);
      },
      async time() {
        at += below(16) * HOUR;
        // Launches happen, and who launched makes something new.
        for (const id of all) {
          const one = known.get(id)!;
          const isStale = one.week !== null && one.week <= weekIn(0);
          if (!isStale && below(40) > 0) continue;
          place.run("draft", "none", null, id);
          await freeSlot(id);
          db.writer.prepare("delete from launch_moves where listing_id = ?").run(id);
          Object.assign(one, { status: "draft", plan: "none", week: null, slot: undefined, moves: 0 });
        }
      },
    };
    const names = Object.keys(acts).flatMap((name) => (["time", "capacity"].includes(name) ? [name] : [name, name]));

    const waiting = db.writer.prepare(
      "select listing_id, week, plan, offer_ends_at as until from week_waits where outcome is null order by id",
    );
    const placed = db.writer.prepare("select id, status, plan, launch_week as week from listings order by id");
    for (let step = 0; step < STEPS; step++) {
      if (STEPS > 10_000 && step % 20_000 === 0) console.log(new Date().toISOString(), step, done);
      const weeks = [0, 1, 2, 3, 4, 5].map(weekIn);
      const taken = weeks.map((week) => holders(week).size);
      const name = pick(names);
      await acts[name]!();
      await breathe();
      const where = `step ${step}: ${name}`;
      same(
        waiting.all(),
        lines.map(({ listing, week, plan, until }) => ({ listing_id: listing, week, plan, until })),
        where,
      );
      same(
        placed.all(),
        all.map((id) => ({ id, ...only(known.get(id)!) })),
        where,
      );
      // Never two for one place: what is taken does not grow beyond what there is.
      if (name !== "capacity" && name !== "time")
        for (const [index, week] of weeks.entries())
          expect(holders(week).size <= Math.max(capacity(week), taken[index]!), `${where}: ${week}`).toBe(true);
      const week = pick(weeks);
      const places = await db.store.launches.placesIn(week, new Date(at));
      same(
        [places.free + places.paid + places.offered, places.awaited, freeRoomIn(places, CAPACITY)],
        [holders(week).size, awaited(week), freeRoom(week)],
        where,
      );
      if (step % 500 === 499)
        db.writer.exec(
          "delete from mails; delete from jobs; delete from notifications; delete from week_waits " +
            "where outcome not in ('lapsed') and outcome is not null",
        );
    }
    // Chance left nothing out.
    for (const [what, times] of Object.entries(done)) expect(times, what).toBeGreaterThan(STEPS / 2000);
    if (STEPS > 10_000) console.log(done);
  },
  24 * HOUR,
);

/** `expect` takes longer than a step. */
function same(given: unknown, wanted: unknown, where: string): void {
  if (JSON.stringify(given) !== JSON.stringify(wanted)) expect(given, where).toEqual(wanted);
}

const only = ({ status, plan, week }: Known) => ({ status, plan, week });
