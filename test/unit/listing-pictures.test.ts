import { describe, expect, it } from "vitest";
import { emptyContent } from "../../domain/drafts/draft.ts";
import { contentOf } from "../../domain/drafts/publish-draft.ts";
import { editListing } from "../../domain/listings/edit-listing.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { changesBetween } from "../../domain/listings/listing-version.ts";
import { checkPictures, MOST_PICTURES } from "../../domain/pictures/pictures.ts";
import { inEnglish } from "../../languages/words.ts";
import { EMPTY_PROFILE } from "../helpers/empty-profile.ts";

const of = (name: string, alt = "The start page") => ({ url: `https://acme.test/${name}.png`, alt });
const listing = (media?: ReturnType<typeof of>[]) =>
  ({
    name: "Acme",
    profile: { ...EMPTY_PROFILE, categories: [], founders: [], ...(media && { media }) },
  }) as unknown as Listing;

describe("pictures of a listing", () => {
  it("are unique https addresses with a description, at most eight", () => {
    const many = Array.from({ length: MOST_PICTURES }, (_, index) => of(String(index)));
    expect(checkPictures([])).toEqual([]);
    expect(checkPictures(many)).toEqual([]);
    expect(checkPictures([...many, of("more")])).toMatchObject([{ pointer: "/pictures", code: "maximum" }]);
  });

  it.each([
    ["plain http", { url: "http://acme.test/a.png" }, "/pictures/1/url", "format"],
    ["a data address", { url: "data:image/png;base64,AAAA" }, "/pictures/1/url", "format"],
    ["no host", { url: "https://" }, "/pictures/1/url", "format"],
    ["a long address", { url: `https://acme.test/${"x".repeat(2000)}` }, "/pictures/1/url", "maximum"],
    ["an address twice", { url: of("one").url }, "/pictures/1/url", "duplicate"],
    ["no description", { alt: "" }, "/pictures/1/alt", "required"],
    ["a long description", { alt: "x".repeat(201) }, "/pictures/1/alt", "maximum"],
  ])("%s is refused", (_, wrong, pointer, code) => {
    const [fault, ...others] = checkPictures([of("one"), { ...of("two"), ...wrong }]);
    expect([fault, others]).toMatchObject([{ pointer, code }, []]);
    expect(inEnglish(fault!.detail)).toMatch(/\.$/);
  });

  it("are replaced by an edit that names them, and kept by others", () => {
    const before = listing([of("one")]);
    expect(editListing(before, { fields: { tagline: "New" } }).profile.media).toEqual([of("one")]);
    expect(editListing(before, { media: [of("two")] }).profile.media).toEqual([of("two")]);
    expect(editListing(before, { media: [] }).profile).not.toHaveProperty("media");
    expect(editListing(listing(), {}).profile).not.toHaveProperty("media");
  });

  it("stay if the draft without pictures is saved again", () => {
    expect(contentOf(emptyContent(), listing([of("one")])).profile.media).toEqual([of("one")]);
    expect(contentOf(emptyContent()).profile).not.toHaveProperty("media");
  });

  it("are part of the version history", () => {
    const [before, after] = [listing(), listing([of("one")])].map((one) => ({
      ...one,
      people: [],
      founderSocials: {},
    }));
    const changes = changesBetween(before!, after!).map((change) => ({ ...change, label: inEnglish(change.label) }));
    expect(changes).toEqual([{ label: "Pictures", before: "", after: "The start page\nhttps://acme.test/one.png\n" }]);
  });
});
