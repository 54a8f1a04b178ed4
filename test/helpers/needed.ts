/** The body that an operation cannot do without, by the last word of its path. */
export const NEEDED: Record<string, object> = {
  invites: { email: "x@people.example" },
  updates: { title: "x", body: "x" },
  week: { week: "2027-01-04" },
  milestones: { date: "2026-01-02", title: "x" },
};
