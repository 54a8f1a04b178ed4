import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { demoListings } from "../../data/demo/listings.ts";
import type { DemoListing } from "../../data/demo/types.ts";

/** The fields of a listing that every engine gets. */
export type Doc = {
  id: number;
  name: string;
  tagline: string;
  keywords: string[];
  description: string;
  category: string;
  stage: string;
  pricingModel: string;
  country: string;
};

export const docOf = (demo: DemoListing, id: number): Doc => ({
  id,
  name: demo.name,
  tagline: demo.tagline,
  keywords: [...demo.keywords, ...demo.tags],
  description: `${demo.shortDescription}\n${demo.description}`,
  category: demo.category,
  stage: demo.stage,
  pricingModel: demo.pricingModel,
  country: demo.country,
});

/** Writes the demo listings, one a line; the same for every engine. */
export async function writeDocs(file: string, count: number): Promise<void> {
  const out = createWriteStream(file);
  let id = 0;
  for (const demo of demoListings({ count, seed: "debut", year: 2026 })) {
    const doc = docOf(demo, ++id);
    if (!out.write(`${JSON.stringify(doc)}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

export async function* readDocs(file: string): AsyncGenerator<Doc> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line) as Doc;
}
