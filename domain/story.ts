import type { Story } from "./listing.ts";

/** A story with the given sections in place; the others stay, and an empty text takes its section away. */
export const editStory = (story: Story, given: Story = {}): Story =>
  Object.fromEntries(Object.entries({ ...story, ...given }).filter(([, text]) => text !== ""));
