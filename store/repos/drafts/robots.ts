import { eq, lt } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { robotsFiles } from "../../sqlite/tables.ts";

export type RobotsFile = { origin: string; status: number; body: string; expiresAt: Date };

export const robotsReads = (db: Db) => ({
  async find(origin: string): Promise<RobotsFile | undefined> {
    return db.select().from(robotsFiles).where(eq(robotsFiles.origin, origin)).get();
  },
});

export const robotsWrites = (db: Db) => ({
  ...robotsReads(db),
  async save(file: RobotsFile): Promise<void> {
    await db.insert(robotsFiles).values(file).onConflictDoUpdate({ target: robotsFiles.origin, set: file });
  },
  async removeExpired(now: Date): Promise<void> {
    await db.delete(robotsFiles).where(lt(robotsFiles.expiresAt, now));
  },
});
