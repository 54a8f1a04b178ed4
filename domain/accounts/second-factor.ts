type Person = { isAdmin: boolean };
type Factors = { hasCodes: boolean; hasPasskey: boolean };
type Rule = { REQUIRE_ADMIN_TWO_FACTOR: boolean };

export const needsSecondFactor = (
  { isAdmin }: Person,
  { hasCodes, hasPasskey }: Factors,
  { REQUIRE_ADMIN_TWO_FACTOR }: Rule,
): boolean => hasCodes || (REQUIRE_ADMIN_TWO_FACTOR && isAdmin && hasPasskey);
