/** Where search engines look up the key of IndexNow. */
export const indexnowKeyPath = (key: string): string => `/${key}.txt`;
