/** Sides in pixels of the logo as PNG, for clients that show no SVG. */
export const ICON_SIZES = [64, 192, 512] as const;
export const iconPath = (size: (typeof ICON_SIZES)[number]): string => `/icon-${size}.png`;

/** Where search engines look up the key of IndexNow. */
export const indexnowKeyPath = (key: string): string => `/${key}.txt`;
