import type { Attack } from "../stranger.ts";

const paypal = JSON.stringify({
  id: "WH-1",
  event_type: "PAYMENT.CAPTURE.COMPLETED",
  resource: { id: "1", status: "COMPLETED", amount: { currency_code: "USD", value: "1.00" }, custom_id: "D-1" },
});
const SHOTS = [
  {
    path: "/webhooks/paypal",
    headers: {
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
      "paypal-transmission-id": "1",
      "paypal-transmission-sig": "c2ln",
      "paypal-transmission-time": "2026-11-18T10:00:00Z",
    },
    body: paypal,
  },
  {
    path: "/webhooks/stripe",
    headers: { "stripe-signature": `t=1,v1=${"0".repeat(64)}` },
    body: `{"id":"evt_1"${" ".repeat(200_000)}}`,
  },
  { path: "/webhooks/btcpay", headers: { "btcpay-sig": `sha256=${"0".repeat(64)}` }, body: "{}" },
];

export const notices: Attack = {
  title: "Forged notices of PayPal, Stripe and BTCPay",
  run: ({ flood, send }) =>
    flood(24, (nth) => {
      const { path, headers, body } = SHOTS[nth % SHOTS.length]!;
      return send({
        method: "POST",
        path,
        headers: { "content-type": "application/json", ...headers } as Record<string, string>,
        body,
      });
    }),
};
