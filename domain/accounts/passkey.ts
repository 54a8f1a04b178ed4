/** Transports that passkeys may use. Unknown values from browsers are dropped. */
export const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
export type Transport = (typeof TRANSPORTS)[number];
