import type Database from "better-sqlite3";
import { EVENT_NAMES, EVENTS, type EventName } from "../../domain/notifications/event.ts";
import type { Store } from "../../store/store.ts";
import { isSignedWith, type Received } from "../helpers/webhook-receiver.ts";
import type { Finding } from "./inspect.ts";

const SECRET = `whsec_${Buffer.from("the same in every life!!").toString("base64")}`;
/** What a process may have sent when it died, at most: one event to each of as many endpoints as jobs run at a time. */
const CALLS_AT_ONCE = 8;

/** An endpoint that gets every event of one person. */
export const addEndpoint = (store: Store, accountId: string, host: string, createdAt: Date): Promise<void> =>
  store.change((tx) =>
    tx.webhooks.add({
      id: `endpoint-${host}`,
      accountId,
      url: `https://${host}/`,
      types: EVENT_NAMES,
      categories: [],
      secret: SECRET,
      createdAt,
    }),
  );

/** As many events as facts: the two commit together. */
const FACTS: [type: string, count: string][] = [
  ["listing.changed", "select count(*) from listing_versions where version > 1"],
  ["draft.ready", "select count(*) from drafts where status = 'ready'"],
  ["order.paid", "select count(*) from orders where paid_at is not null"],
];

/**
 * Every event reaches every endpoint that it is for. One may come twice only when the process died between the answer and
 * its record, and then with the same id and the same body.
 */
export function checkEvents(db: Database.Database, received: Received[], found: Finding, isOver: boolean): void {
  for (const [type, sql] of FACTS) {
    const facts = db.prepare(sql).pluck().get() as number;
    const events = db.prepare("select count(*) from events where type = ?").pluck().get(type) as number;
    if (events < facts) found.lost.push(`${facts - events} ${type} of ${facts}`);
    if (events > facts) found.doubled.push(`${events - facts} ${type} beside ${facts}`);
  }
  const cutOff = new Map<number, number>();
  for (const [name, all] of Map.groupBy(received, ({ host, id }) => `${host} ${id}`)) {
    const lives = all.map(({ life }) => life);
    if (new Set(lives).size !== lives.length) found.doubled.push(`event ${name} within one life of the process`);
    if (new Set(all.map(({ body }) => body)).size > 1) found.wrong.push(`event ${name} has two bodies`);
    if (!all.every((one) => isSignedWith(SECRET, one))) found.wrong.push(`event ${name} is not signed`);
    for (const life of lives.slice(0, -1)) cutOff.set(life, (cutOff.get(life) ?? 0) + 1);
  }
  for (const [life, count] of cutOff)
    if (count > CALLS_AT_ONCE) found.doubled.push(`${count} events of process ${life}`);

  const names = `replace(replace(endpoint.url, 'https://', ''), '/', '') || ' ' || event.id`;
  const delivered = db
    .prepare<[], string>(
      `select ${names} from webhook_deliveries delivery join events event on event.seq = event_seq
       join webhook_endpoints endpoint on endpoint.id = endpoint_id where delivery.state = 'delivered'`,
    )
    .pluck()
    .all();
  const arrived = new Set(received.map(({ host, id }) => `${host} ${id}`));
  for (const name of delivered) if (!arrived.has(name)) found.lost.push(`event ${name}`);
  if (!isOver) return;
  const due = db
    .prepare<[], string>(
      `select ${names} from events event join webhook_endpoints endpoint on event.account_id = endpoint.account_id
         or exists (select 1 from listing_members member where member.listing_id = event.listing_id
           and member.account_id = endpoint.account_id and member.created_at <= event.at)
       where event.type <> 'category.launch'`,
    )
    .pluck()
    .all();
  const ended = new Set(delivered);
  for (const name of due) if (!ended.has(name)) found.lost.push(`event ${name} is not delivered`);
  // Followers come and go, so it is not known any more who was one.
  const known = new Set(due);
  const isFollowed = ({ event }: Received) => EVENTS[event.type as EventName].audience === "followers";
  for (const one of received)
    if (!known.has(`${one.host} ${one.id}`) && !isFollowed(one)) found.wrong.push(`event ${one.id} at ${one.host}`);
}
