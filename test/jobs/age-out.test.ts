import { expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { readSettings } from "../../core/settings/config.ts";
import { ageOut } from "../../jobs/age-out.ts";
import { createDatabase } from "../helpers/database.ts";

const handedMails = { clear: () => undefined } as unknown as Deps["handedMails"];

it("emails are deleted after 90 days, except those waiting to be sent", async () => {
  const db = await createDatabase();
  const today = new Date("2026-11-18T10:00:00Z");
  const ago = (days: number) => new Date(today.getTime() - days * 24 * 3600_000);
  await db.store.change(async (tx) => {
    for (const state of ["sent", "queued", "kept", "failed"] as const)
      for (const days of [89, 91]) {
        const id = `${state} ${days}`;
        const mail = { recipient: "ann@people.example", subject: "News", text: "Hello Ann", html: "<p>Hello Ann</p>" };
        await tx.mails.add({ id, ...mail, createdAt: ago(days) });
        await tx.mails.setState(id, state, ago(days));
      }
  });
  await ageOut.run(
    {} as never,
    { store: db.store, settings: readSettings({}), handedMails, now: () => today } as Deps,
    new AbortController().signal,
  );
  const { items } = await db.store.mails.list({ page: 1, perPage: 20 });
  expect(items.map(({ id }) => id).toSorted()).toEqual(["failed 89", "kept 89", "queued 89", "queued 91", "sent 89"]);
  await db.close();
});

it("payers without an order are deleted after 90 days, but their lines are still recognized", async () => {
  const db = await createDatabase();
  const today = new Date("2026-11-18T10:00:00Z");
  const line = (days: number) => ({
    ...{ id: `line ${days}`, bookedOn: "2026-08-01", amountCents: 4_900, currency: "EUR" },
    ...{ payer: "Ann Smith", reference: "Rent", addedAt: new Date(today.getTime() - days * 24 * 3600_000) },
  });
  await db.store.change(async (tx) => {
    for (const days of [89, 91]) await tx.bank.add(line(days));
    await tx.bank.decide("line 91", null, today);
  });
  await ageOut.run(
    {} as never,
    { store: db.store, settings: readSettings({}), handedMails, now: () => today } as Deps,
    new AbortController().signal,
  );
  expect(await db.store.bank.find("line 89")).toMatchObject({ payer: "Ann Smith", reference: "Rent" });
  expect(await db.store.bank.find("line 91")).toMatchObject({ payer: "", reference: "", amountCents: 4_900 });
  expect(await db.store.change((tx) => tx.bank.add(line(91)))).toBe(false);
  await db.close();
});
