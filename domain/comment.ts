/** What a comment is about: a listing, or its launch, from the launch room to the end of its week. */
export const COMMENT_SUBJECTS = ["listing", "launch"] as const;
export type CommentSubject = (typeof COMMENT_SUBJECTS)[number];

/** A `deleted` comment has lost its text and its author, and stays only while its thread has replies. */
export type CommentStatus = "pending" | "published" | "rejected" | "deleted";

/** What people can say to a comment with one press. */
export const REACTIONS = {
  helpful: { label: "Helpful", icon: "👍" },
  love: { label: "Love it", icon: "❤️" },
  celebrate: { label: "Congratulations", icon: "🎉" },
  insight: { label: "Good point", icon: "💡" },
} as const;
export type Reaction = keyof typeof REACTIONS;
