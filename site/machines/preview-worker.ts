import { parentPort } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { readShipped } from "../../shipped.ts";

export type PreviewJob = { id: number; svg: string };
export type PreviewReply = { id: number; png: Uint8Array } | { id: number; error: string };

/** Draws SVG of our own to PNG. It takes some 80 ms of pure computing, so it has a thread of its own. */
const fonts = ["400Regular", "700Bold"].map((weight) =>
  readShipped(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`),
);
const ready = initWasm(readShipped("@resvg/resvg-wasm/index_bg.wasm"));

parentPort!.on("message", async ({ id, svg }: PreviewJob) => {
  const reply = (answer: PreviewReply) => parentPort!.postMessage(answer);
  try {
    await ready;
    const drawing = new Resvg(svg, {
      font: { fontBuffers: fonts, defaultFontFamily: "Inter", loadSystemFonts: false },
    });
    const png = drawing.render().asPng();
    drawing.free();
    reply({ id, png });
  } catch (error) {
    reply({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
