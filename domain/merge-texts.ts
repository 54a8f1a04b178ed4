/** Texts by name, as an edit sends them: null or an empty text takes one away, a name that is not sent stays. */
export type TextEdits = Readonly<Record<string, string | null | undefined>>;

export const mergeTexts = (texts: Record<string, string>, edits: TextEdits = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...texts, ...edits }).flatMap(([name, text]) => {
      const merged = text === undefined ? texts[name] : text;
      return merged ? [[name, merged]] : [];
    }),
  );

/** The edits that make `to` of `from`. */
export const editsBetween = (from: Record<string, string>, to: Record<string, string>): TextEdits => ({
  ...Object.fromEntries(Object.keys(from).map((name) => [name, null])),
  ...to,
});
