import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { readShipped } from "../../core/shipped.ts";
import { answerWith } from "../../core/thread.ts";

/** Draws our own SVG to PNG. It takes about 80 ms of CPU, so it has its own thread. */
const fonts = ["400Regular", "700Bold"].map((weight) =>
  readShipped(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`),
);
const ready = initWasm(readShipped("@resvg/resvg-wasm/index_bg.wasm"));

const JOBS = {
  async draw({ svg }: { svg: string }): Promise<Uint8Array> {
    await ready;
    const drawing = new Resvg(svg, {
      font: { fontBuffers: fonts, defaultFontFamily: "Inter", loadSystemFonts: false },
    });
    const png = drawing.render().asPng();
    drawing.free();
    return png;
  },
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
