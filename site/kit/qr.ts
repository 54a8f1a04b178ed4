import { type Html, html } from "#core/text/html.ts";
import type { Text } from "#languages/words.ts";

export async function qrCode(text: string, label: Text): Promise<Html> {
  // Loaded here, because one page needs it.
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" width="220" height="220" role="img" aria-label="${label}"
shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${path}"/></svg>`;
}
