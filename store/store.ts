import type { AccountReads, AccountWrites } from "./repos/accounts.ts";
import type { AuditReads, AuditWrites } from "./repos/audit.ts";
import type { AwardReads, AwardWrites } from "./repos/awards.ts";
import type { BadgeWatchReads, BadgeWatchWrites } from "./repos/badge-watches.ts";
import type { ClaimReads, ClaimWrites } from "./repos/claims.ts";
import type { DraftReads, DraftWrites } from "./repos/drafts.ts";
import type { EngagementReads, EngagementWrites } from "./repos/engagement.ts";
import type { FigureReads, FigureWrites } from "./repos/figures.ts";
import type { IdempotencyReads, IdempotencyWrites } from "./repos/idempotency.ts";
import type { InterviewReads, InterviewWrites } from "./repos/interview.ts";
import type { InvoiceReads, InvoiceWrites } from "./repos/invoices.ts";
import type { JobReads, JobWrites } from "./repos/jobs.ts";
import type { LaunchReads, LaunchWrites } from "./repos/launches.ts";
import type { ListingWrites } from "./repos/listing-writes.ts";
import type { ListingReads } from "./repos/listings.ts";
import type { MailReads, MailWrites } from "./repos/mails.ts";
import type { ModerationReads, ModerationWrites } from "./repos/moderation.ts";
import type { OauthReads, OauthWrites } from "./repos/oauth.ts";
import type { OrderReads, OrderWrites } from "./repos/orders.ts";
import type { OverviewReads } from "./repos/overview.ts";
import type { PersonalReads, PersonalWrites } from "./repos/personal.ts";
import type { PostReads, PostWrites } from "./repos/posts.ts";
import type { ReadingReads, ReadingWrites } from "./repos/reading.ts";
import type { ReferenceReads, ReferenceWrites } from "./repos/reference.ts";
import type { ReviewReads, ReviewWrites } from "./repos/reviews.ts";
import type { RobotsReads, RobotsWrites } from "./repos/robots.ts";
import type { UpdateReads, UpdateWrites } from "./repos/updates.ts";
import type { VersionReads } from "./repos/versions.ts";
import type { VoteReads, VoteWrites } from "./repos/votes.ts";
import type { StoreUnavailable } from "./unavailable.ts";

/** Open to everybody. Methods return domain objects; `find` may give undefined, `get` may not. */
export type Reads = {
  accounts: AccountReads;
  audit: AuditReads;
  awards: AwardReads;
  claims: ClaimReads;
  badgeWatches: BadgeWatchReads;
  drafts: DraftReads;
  engagement: EngagementReads;
  figures: FigureReads;
  idempotency: IdempotencyReads;
  interview: InterviewReads;
  invoices: InvoiceReads;
  jobs: JobReads;
  launches: LaunchReads;
  listings: ListingReads;
  mails: MailReads;
  moderation: ModerationReads;
  oauth: OauthReads;
  orders: OrderReads;
  personal: PersonalReads;
  overview: OverviewReads;
  posts: PostReads;
  reading: ReadingReads;
  reference: ReferenceReads;
  reviews: ReviewReads;
  robots: RobotsReads;
  versions: VersionReads;
  updates: UpdateReads;
  votes: VoteReads;
};

/** Handed out by `change` only. Its reads see what the same change wrote. */
export type Tx = {
  accounts: AccountWrites;
  audit: AuditWrites;
  awards: AwardWrites;
  claims: ClaimWrites;
  badgeWatches: BadgeWatchWrites;
  drafts: DraftWrites;
  engagement: EngagementWrites;
  figures: FigureWrites;
  idempotency: IdempotencyWrites;
  interview: InterviewWrites;
  invoices: InvoiceWrites;
  jobs: JobWrites;
  launches: LaunchWrites;
  listings: ListingWrites;
  mails: MailWrites;
  moderation: ModerationWrites;
  oauth: OauthWrites;
  orders: OrderWrites;
  personal: PersonalWrites;
  posts: PostWrites;
  reading: ReadingWrites;
  reference: ReferenceWrites;
  reviews: ReviewWrites;
  robots: RobotsWrites;
  versions: VersionReads;
  updates: UpdateWrites;
  votes: VoteWrites;
};

export type Store = Reads & {
  /**
   * The only way to write: all of it happens, or none. It may be run again. Inside, the network,
   * another change and reads past `tx` throw. Throws StoreUnavailable when nothing can be written.
   */
  change<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** As `change`, for what must be kept: while the disk is full or gone it waits, until it is told to stop. */
  changeInTime<T>(work: (tx: Tx) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Another number after every commit, whichever process made it. */
  version(): number;
  isOpen(): boolean;
  /** Writes something and takes it away again. Throws StoreUnavailable when that fails. */
  probe(): Promise<void>;
  /** What the last write failed of, tried again now; undefined when all is well. */
  trouble(): Promise<StoreUnavailable | undefined>;
  /** How many changes wait until the database can be written. */
  waiting(): number;
  close(): Promise<void>;
};
