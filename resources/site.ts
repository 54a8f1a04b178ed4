import { invoke } from "../tools/invoke.ts";
import { getSiteInfo } from "../tools/site/get-site-info.ts";
import type { FixedResource } from "./define.ts";

export const site: FixedResource = {
  uri: "directory://site",
  name: "site",
  title: "About this directory",
  isOwnText: true,
  description: "Purpose, addresses, counts and rules of the directory, as get_site_info gives them.",
  async read({ call }) {
    return (await invoke(getSiteInfo, {}, call)).output;
  },
};
