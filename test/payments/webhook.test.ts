import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type BtcPayServer, startBtcPayServer } from "../helpers/btcpay-server.ts";
import { orderOf, startReceiver } from "./receiver.ts";

const btcpay: BtcPayServer = await startBtcPayServer();
const world = await startReceiver({
  ...btcpay.env,
  PAYMENT_INSTRUCTIONS: "Pay to DE02 1203 0000 0000 2020 51.",
});
btcpay.target.url = `${world.url}/webhooks/btcpay`;

const signature = (body: string | Buffer) => ({
  "btcpay-sig": `sha256=${createHmac("sha256", btcpay.env.BTCPAY_WEBHOOK_SECRET).update(body).digest("hex")}`,
});

describe("POST /webhooks/{provider}", () => {
  it.each(["stripe", "paypal", "unknown", "__proto__"])("%s is 404 when it is not set up", async (provider) => {
    expect((await world.post(provider, "{}")).status).toBe(404);
  });

  it("manual is 404, because bank transfers send no webhooks", async () => {
    expect((await world.post("manual", "{}")).status).toBe(404);
  });

  it("accepts up to 1 MiB of any content type, byte by byte", async () => {
    const body = Buffer.alloc(1024 * 1024, " ");
    body.write('{"type":"Other","deliveryId":"1"}');
    const sent = { ...signature(body), "content-type": "text/plain; charset=latin1" };
    expect(await world.post("btcpay", body, sent)).toEqual({ status: 200, text: "Nothing to do." });
    const longer = Buffer.concat([body, Buffer.from(" ")]);
    expect((await world.post("btcpay", longer, signature(longer))).status).toBe(413);
  });

  it("decompresses nothing", async () => {
    const body = gzipSync("{}");
    expect((await world.post("btcpay", body, { ...signature(body), "content-encoding": "gzip" })).status).toBe(415);
  });

  it("asks for a retry if the webhook could not be saved, and accepts the retry", async () => {
    const { paymentId } = await world.gateway("btcpay").start(orderOf());
    const notice = btcpay.sign("InvoiceSettled", paymentId);
    world.receiver.fails = true;
    expect(await btcpay.deliver(notice)).toMatchObject({
      status: 500,
      text: "This webhook could not be saved. Send it again later.",
    });
    expect(world.events).toEqual([]);
    expect(world.logs.join()).toContain("disk full");
    world.receiver.fails = false;
    expect(await btcpay.deliver(notice)).toMatchObject({ status: 200 });
    expect(world.events).toMatchObject([{ provider: "btcpay", paymentId }]);
  });

  it("does not exist for other methods", async () => {
    expect((await fetch(`${world.url}/webhooks/btcpay`)).status).toBe(404);
  });
});
