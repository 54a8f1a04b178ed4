/** A verbatim quote and the page it stands on. */
export type Evidence = { quote: string; url: string };
