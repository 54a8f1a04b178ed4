// Edits random listings through the store alone, so many at a time.
import { readFileSync } from "node:fs";
import { seededRandom } from "../../../data/demo/random.ts";
import { connect, openWriter } from "../../../store/sqlite/open.ts";
import { sqliteStore } from "../../../store/sqlite/sqlite-store.ts";
import { answer } from "../attack/talk.ts";
import { quantile } from "../quantile.ts";

export type Written = { perSecond: number; p50: number; p99: number; bytesPerWrite: number };
type Wanted = { file: string; isDurable: boolean; listings: number; writers: number; seconds: number };
export type AloneQuestions = { write: (wanted: Wanted) => Promise<Written> };

const random = seededRandom("alone");

/** Bytes that this process has given to the system to write. */
const writtenBytes = (): number => Number(/^wchar: (\d+)/m.exec(readFileSync("/proc/self/io", "utf8"))![1]);

async function write({ file, isDurable, listings, writers, seconds }: Wanted): Promise<Written> {
  const writer = openWriter(file);
  if (!isDurable) writer.pragma("synchronous = OFF");
  const store = sqliteStore(connect(writer));
  const edit = (nth: number) =>
    store.change(async (tx) => {
      const listing = await tx.listings.find(random.between(1, listings));
      if (!listing) return;
      const tagline = `${listing.name} in one line, edit ${nth} of ${writers} writers`;
      await tx.listings.update(listing, { ...listing, tagline }, {}, { accountId: null, client: "bench" }, new Date());
    });
  const times: number[] = [];
  const [started, before] = [performance.now(), writtenBytes()];
  const writeOn = async () => {
    for (let at = started; at - started < seconds * 1000; ) {
      await edit(times.length);
      times.push(performance.now() - at);
      at = performance.now();
    }
  };
  await Promise.all(Array.from({ length: writers }, writeOn));
  const elapsedMs = performance.now() - started;
  const bytes = writtenBytes() - before;
  await store.close();
  return {
    perSecond: (times.length / elapsedMs) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytesPerWrite: bytes / times.length,
  };
}

answer({ write });
