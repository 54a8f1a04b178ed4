import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { readJson } from "../../http/request-body.ts";

it("a body that arrived in several parts is read whole", async () => {
  const req = new IncomingMessage(new Socket());
  req.headers = { "content-type": "application/json", "content-length": "11" };
  for (const part of ['{"a":', '"bcd"}', null]) req.push(part);
  req.complete = true;
  expect(await readJson(req)).toEqual({ a: "bcd" });
});
