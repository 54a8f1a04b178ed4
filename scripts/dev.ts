// `npm run dev`: the site of this checkout, with its styleguide.
import { setupLink } from "../actions/site/first-admin.ts";
import { readSettings } from "../core/settings/config.ts";
import { startServer } from "../server/app.ts";
import { styleguidePages } from "./styleguide/styleguide.ts";

const { url, deps } = await startServer(readSettings(process.env), {}, { morePages: [styleguidePages] });
const setup = await setupLink(deps);
console.log(`${url}\n${url}/styleguide${setup ? `\n${setup}` : ""}`);
