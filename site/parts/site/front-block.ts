import type { Request, Response } from "express";
import type { Caller, Deps } from "#actions/context.ts";
import type { Html, Part } from "#core/text/html.ts";
import type { Block, BlockName } from "#domain/site/front.ts";
import type { Text } from "#languages/words.ts";
import type { Race, Which } from "../launches/races.ts";
import type { Looks } from "../listings/looks.ts";

export type Leaf = { slug: string; name: string; total_count: number };

/** What a block is made of. Reads that several blocks need are made once. */
export type BlockGiven = {
  deps: Deps;
  call: { deps: Deps; caller: Caller; interface: "site" };
  block: Block;
  count: number;
  /** Its heading as the team wrote it, or ours. */
  heading(ours: Text): Part;
  race(which: Which): Promise<Race>;
  /** The lowest categories, those with most listings first. */
  leaves(): Promise<readonly Leaf[]>;
  isShown(kind: BlockName): boolean;
  /** It shares its row with the block beside it. */
  isPaired: boolean;
};

type Shown = { req: Request; res: Response; looks: Looks };
/** A block as everybody sees it until the next commit: listings with pictures, and how to write it for one reader. */
export type MadeBlock = { slugs?: readonly string[]; show(shown: Shown): Html | false | Promise<Html | false> };
export type MakeBlock = (given: BlockGiven) => Promise<MadeBlock>;
