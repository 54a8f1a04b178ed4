/** Texts to edit by name: null or empty removes one; absent names stay unchanged. */
export type TextEdits = Readonly<Record<string, string | null | undefined>>;

export const mergeTexts = (texts: Record<string, string>, edits: TextEdits = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...texts, ...edits }).flatMap(([name, text]) => {
      const merged = text === undefined ? texts[name] : text;
      return merged ? [[name, merged]] : [];
    }),
  );

export const editsBetween = (from: Record<string, string>, to: Record<string, string>): TextEdits => ({
  ...Object.fromEntries(Object.keys(from).map((name) => [name, null])),
  ...to,
});
