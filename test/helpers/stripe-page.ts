type Shown = { id: string; status: string; total: number; cancelUrl: string; lines: { name: string; total: number }[] };

const safe = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
const money = (cents: number): string => `US$${(cents / 100).toFixed(2)}`;

/** The hosted payment page: what is bought, a button that pays, one that pays with money that comes later, and the way back. */
export function stripePage({ id, status, total, cancelUrl, lines }: Shown): string {
  const rows = lines.map(({ name, total }) => `<tr><td>${safe(name)}</td><td>${money(total)}</td></tr>`).join("");
  const buttons = `<form method="post" action="/c/pay/${id}">
    <button name="with" value="card">Pay ${money(total)}</button>
    <button name="with" value="bank_debit">Pay later by bank debit</button></form>
    <p><a href="${safe(cancelUrl)}">Back</a></p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Checkout stand-in</title></head><body>
    <h1>Checkout stand-in</h1><table>${rows}<tr><th>Total</th><td>${money(total)}</td></tr></table>
    ${status === "open" ? buttons : `<p>This payment page is ${status}.</p>`}</body></html>`;
}
