import { AppError } from "../../core/errors.ts";
import { createThread } from "../../core/thread.ts";
import type { Jobs } from "./preview-worker.ts";

const MOST_WAITING = 20;
const MOST_KEPT = 300;

/** Draws SVG as PNG in a thread that starts with the first picture. Keeps the latest pictures. */
export function createDrawer(): (svg: string) => Promise<Buffer> {
  const thread = createThread<Jobs>("./site/machines/preview-worker.ts", { timeoutMs: 10_000, memoryMb: 256 });
  const kept = new Map<string, Promise<Buffer>>();
  let waiting = 0;

  async function draw(svg: string): Promise<Buffer> {
    if (waiting >= MOST_WAITING)
      throw new AppError("service_unavailable", "Too many pictures are being drawn. Try again in a few seconds.", {
        retryAfter: 5,
      });
    waiting++;
    try {
      return Buffer.from(await thread.run("draw", { svg }));
    } finally {
      waiting--;
    }
  }

  return (svg) => {
    const known = kept.get(svg);
    kept.delete(svg);
    const png = known ?? draw(svg);
    kept.set(svg, png);
    png.catch(() => kept.get(svg) === png && kept.delete(svg));
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    return png;
  };
}
