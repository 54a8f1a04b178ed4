const AMOUNTS = { netCents: 1000, vatCents: 0, totalCents: 1000 };
/** What an order of one line is made from. */
export const BOUGHT = {
  lines: [
    {
      ...{ product: "launch", listingId: null, description: "One", quantity: 1, unitPriceCents: 1000, ...AMOUNTS },
      ...{ discountCents: 0, couponCode: null, options: {} },
    },
  ],
  totals: AMOUNTS,
  vat: {
    ...{ treatment: "unknown" as const, country: null, rateBp: 0, vatNumber: null, note: null, provisional: false },
    ...{ numberStatus: "none" as const, numberLooksRight: true, checkedAt: null, reference: null },
  },
};
