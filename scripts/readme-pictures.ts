// `node scripts/readme-pictures.ts [FOLDER]`: takes the pictures of README.md from a site with demo
// data. Without a folder they replace those in docs/images.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { openFully, photograph, signIn } from "./screenshot-site.ts";

const FOLDER = "docs/images";
const VIEW = { width: 1280, height: 900 };
/** What one picture may weigh, because everybody who opens the repository loads it. */
const MOST_BYTES = 200_000;

type Shot = { name: string; path: string; scheme?: "dark"; isSignedIn?: true };

async function main([folder = FOLDER]: string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await photograph(async ({ server, browser, scene, owner, email }) => {
    const shots: Shot[] = [
      { name: "home-light", path: "/" },
      { name: "home-dark", path: "/", scheme: "dark" },
      { name: "listing", path: `/listings/${scene.star}` },
      { name: "draft", path: `/drafts/${owner.readyDraft}`, isSignedIn: true },
      { name: "week", path: `/launches/weeks/${scene.week}` },
    ];
    for (const { name, path, scheme, isSignedIn } of shots) {
      const context = await browser.newContext({
        viewport: VIEW,
        colorScheme: scheme ?? "light",
        reducedMotion: "reduce",
      });
      if (isSignedIn) await signIn(context, server.url, email);
      const page = await context.newPage();
      await openFully(page, server.url + path);
      await page.evaluate("document.fonts.ready");
      const picture = await sharp(await page.screenshot())
        .webp({ quality: 84, smartSubsample: true })
        .toBuffer();
      if (picture.length > MOST_BYTES) throw new Error(`${name} weighs ${picture.length} bytes.`);
      writeFileSync(join(folder, `${name}.webp`), picture);
      console.log(`${name}.webp  ${picture.length} bytes  ${path}`);
      await context.close();
    }
  });
}

await main(process.argv.slice(2));
