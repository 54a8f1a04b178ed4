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
  DATABASE_URL: address.optional().meta({ secret: "password" }),
  DATABASE_LISTEN_URL: address.optional().meta({ secret: "password" }),
  DATABASE_READ_URL: address.optional().meta({ secret: "password" }),
};
