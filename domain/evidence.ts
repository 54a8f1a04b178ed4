/** A verbatim quote and its page. */
export type Evidence = { quote: string; url: string };
