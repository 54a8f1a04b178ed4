import type pg from "pg";

/** The mark of a moved database until the old site is shut down. */
export const UNCONFIRMED = "debut move: the old site may still be written";

type Asked = Pick<pg.Client, "query">;

export async function isUnconfirmed(asked: Asked): Promise<boolean> {
  const { rows } = await asked.query("select obj_description(to_regclass('schema_version'), 'pg_class') as said");
  return rows[0]?.said === UNCONFIRMED;
}

/** Otherwise what people wrote to the old database since would be lost silently. */
class CutOff extends Error {
  override name = "CutOff";
}

export async function refuseUnconfirmed(asked: Asked): Promise<void> {
  if (await isUnconfirmed(asked))
    throw new CutOff(
      "The move to this database was cut off before the old site had stopped, so what was written there since is " +
        "missing. Run debut move again with the old DATA_DIR: it replaces this database. If nobody has written there " +
        "since, run debut move --finish.",
    );
}

export const confirm = (asked: Asked) => asked.query("comment on table schema_version is null");
