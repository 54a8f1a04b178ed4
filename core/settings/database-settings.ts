import { z } from "zod";

const address = z.url({
  protocol: /^postgres(ql)?$/,
  error: "Must be an address like postgres://user:password@db.example.com:5432/debut.",
});

export const directUrl = ({
  DATABASE_LISTEN_URL,
  DATABASE_URL,
}: {
  DATABASE_LISTEN_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
}): string | undefined => (DATABASE_URL === undefined ? undefined : (DATABASE_LISTEN_URL ?? DATABASE_URL));

export const databaseSettings = {
  DATABASE_URL: address
    .optional()
    .describe(
      "PostgreSQL database, 15 or newer, like postgres://user:password@db.example.com:5432/debut. Without " +
        "it, the data is in a SQLite file in DATA_DIR.",
    )
    .meta({ secret: "password" }),
  DATABASE_LISTEN_URL: address
    .optional()
    .describe(
      "The same database without a connection pooler that shares connections between transactions, such as " +
        "PgBouncer. Set it whenever DATABASE_URL leads to one: through it, nodes hear of each other's " +
        "commits, and backups are made. See [connection poolers](nodes.md#connection-poolers).",
    )
    .meta({ secret: "password" }),
  DATABASE_READ_URL: address
    .optional()
    .describe(
      "A streaming replica of the database, for reads by visitors who are not signed in. It is used only " +
        "while it has every commit that this node knows of.",
    )
    .meta({ secret: "password" }),
};
