type Person = { isAdmin: boolean };
type Factors = { hasCodes: boolean; hasPasskey: boolean };
type Rule = { REQUIRE_ADMIN_TWO_FACTOR: boolean };

/** Whether a password or an email is not enough to sign in: the person has, or must have, a second factor. */
export const needsSecondFactor = (
  { isAdmin }: Person,
  { hasCodes, hasPasskey }: Factors,
  { REQUIRE_ADMIN_TWO_FACTOR }: Rule,
): boolean => hasCodes || (REQUIRE_ADMIN_TWO_FACTOR && isAdmin && hasPasskey);
