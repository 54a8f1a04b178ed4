import { describe, expect, it } from "vitest";
import { alternativesPath } from "../../domain/listings/alternative-to.ts";
import type { Profile } from "../../domain/listings/listing.ts";
import { saidToReplace } from "../../store/search/said-to-replace.ts";

const profileOf = (some: Partial<Profile>) =>
  ({ shortDescription: null, description: null, features: [], usps: [], keywords: [], tags: [], ...some }) as Profile;
const said = (tagline: string, some: Partial<Profile> = {}, name = "Boxer") =>
  saidToReplace({ name, tagline, profile: profileOf(some) });

describe("what a listing says it replaces", () => {
  it.each([
    ["The open source alternative to Notion", ["Notion"]],
    ["An alternative to Notion, Evernote and Google Keep for teams.", ["Notion", "Evernote", "Google Keep"]],
    ["A self-hosted Google Photos alternative", ["Google Photos"]],
    ["Replaces Slack and email", ["Slack"]],
    ["Quiet replacement for VS Code", ["Visual Studio Code"]],
    ["A faster Postgres alternative", ["PostgreSQL"]],
    ["Die freie Alternative zu Slack", ["Slack"]],
    ["L’alternative libre à Doodle", ["Doodle"]],
    ["La alternativa a Trello", ["Trello"]],
    ["Notionの代替アプリ", ["Notion"]],
    ["Альтернатива Trello для команд", ["Trello"]],
    ["An alternative to front desks, for things you word", []],
    ["An Alternative to Front Desks", []],
    ["There is no alternative to Excel.", []],
    ["Compare alternatives to Notion", []],
    ["An alternative for teams that already use Slack", []],
    ["Slack replaces email. We add forms.", []],
    ["Replaced by Notion in 2024", []],
    ["Works with Notion and Slack", []],
  ])('"%s": %j', (tagline, wanted) => {
    expect(said(tagline)).toEqual(wanted);
  });

  it("is also in its texts and keywords, but never itself", () => {
    expect(said("Notes", { description: "Fast.\nA drop-in alternative to Evernote." })).toEqual(["Evernote"]);
    expect(said("Notes", { keywords: ["slack alternative", "how teams replace chat without slack"] })).toEqual([
      "Slack",
    ]);
    expect(said("The alternative to Notion", {}, "Notion")).toEqual([]);
  });

  it("has an address below /alternatives, whatever its name", () => {
    for (const name of [".", "..", "../x", "a/b", "🚀"])
      expect(new URL(alternativesPath(name), "https://debut.example").pathname).toMatch(/^\/alternatives\/[^/]+$/);
  });
});
