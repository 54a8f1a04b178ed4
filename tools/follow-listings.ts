import type { ListingChange } from "#domain/listings/listing-change.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import type { Store } from "#store/store.ts";

type Follower = {
  drop: (change: ListingChange) => void;
  committed: () => void;
  forget: () => void;
};

export function followListings(store: Store) {
  const followers: Follower[] = [];
  let version: number | undefined;
  let seq: number | undefined;
  let look: SiteLook | undefined;
  let fields: readonly OwnField[] | undefined;
  return {
    add: (follower: Follower): void => void followers.push(follower),
    catchUp(): number {
      const now = store.version();
      if (now === version) return now;
      const { seq: newest, changes } = store.listingChanges(seq);
      const newLook = store.siteLook();
      const newFields = store.ownFields();
      // Every page shows the name of the site and its footer, and many the labels of fields.
      const isKnown = changes && newLook === look && newFields === fields;
      for (const { drop, committed, forget } of followers) {
        if (isKnown) changes.forEach(drop);
        else forget();
        committed();
      }
      seq = newest;
      look = newLook;
      fields = newFields;
      version = now;
      return now;
    },
  };
}
