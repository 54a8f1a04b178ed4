import { asVisitor } from "#core/runtime/visitors.ts";
import type { Gate } from "./incoming.ts";

/** Marks what answers a read without any credential: it may come from a copy of the database that is a moment behind. */
export const markVisitors: Gate = ({ method, headers }, _res, next) => {
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && headers.cookie === undefined && headers.authorization === undefined) asVisitor(next);
  else next();
};
