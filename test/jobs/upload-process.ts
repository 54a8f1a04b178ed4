import { createInterface } from "node:readline";
import { addUpload } from "../../actions/pictures/add-upload.ts";
import { readSettings } from "../../core/settings/config.ts";
import { buildDeps } from "../../server/deps.ts";
import { png } from "../helpers/png.ts";

/** Uploads pictures until it is killed. Their ids go to the parent once they are acknowledged. */
const { ACCOUNT_ID = "", FIRST = "0" } = process.env;
const { deps } = await buildDeps(readSettings(process.env));
createInterface({ input: process.stdin }).once("close", () => process.exit());
for (let side = Number(FIRST); ; side++) {
  const context = { ...deps, caller: { accountId: ACCOUNT_ID } };
  const { id } = await addUpload({ bytes: png(side, 8), name: "x.png", shape: "square" }, context);
  process.send?.({ id, side });
}
