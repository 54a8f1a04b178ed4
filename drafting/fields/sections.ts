import { BADGES } from "#core/prices/payment-words.ts";
import { phrasesIn } from "#core/runtime/phrases.ts";

/** Section headings that structure cannot distinguish, in all supported languages. */
const headings = phrasesIn("headings");

/** Sections without features of the product. */
const OTHER_SECTION = new RegExp(headings("other"), "i");
/** Headings over exclusions. */
const EXCLUDED = new RegExp(headings("excluded"), "iu");
export const isExcluded = (text: string): boolean => text.length < 80 && EXCLUDED.test(text.replaceAll("’", "'"));

/** These must make up most of the heading. */
const OUR = "the |our |unsere? |nos |notre |nuestr[oa]s? |i nostri |il nostro |nosso |onze? ";
const OTHER_SECTION_WORD = new RegExp(`^(${OUR})?(${headings("other in a word")})$`, "i");
export const isOtherSection = (text: string): boolean =>
  text.length < 80 &&
  (OTHER_SECTION.test(text) ||
    OTHER_SECTION_WORD.test(text.trim()) ||
    PROBLEM_SECTION.test(text.trim()) ||
    isExcluded(text) ||
    PLANNED.test(text));

export const FEATURE_SECTION = new RegExp(headings("features"), "i");

const STEPS = new RegExp(`^(${headings("steps")})[?？]?$`, "i");
/** A short label above a section's heading. */
export const isOtherLabel = (text: string): boolean => OTHER_SECTION_WORD.test(text.trim()) || STEPS.test(text.trim());

const PROBLEM_SECTION = new RegExp(headings("problems"), "iu");
export const isProblemSection = (text: string): boolean => text.length < 60 && PROBLEM_SECTION.test(text.trim());

/** A card that names people or organizations is about the audience. */
const AUDIENCE = new RegExp(headings("audience"), "iu");
/** "À vos enfants", "For your parents" */
const FOR_WHOM = new RegExp(headings("for whom"), "iu");
export const isAudience = (text: string): boolean =>
  text.length <= 60 && (AUDIENCE.test(text.trim()) || FOR_WHOM.test(text.trim()));

const PLANNED = new RegExp(headings("planned"), "i");
export const isPlanned = (text: string): boolean => text.length < 80 && PLANNED.test(text);

/** Headings that ask, sell, group or count. */
const NOT_A_FEATURE = new RegExp(`[?？]$|[#¶]$|^(${headings("no feature")})$`, "i");
/** "Most popular" marks a plan; "100% offline" may be a feature. */
const isBadge = (text: string): boolean => BADGES.test(text) && !/\d|^save /i.test(text);
export const isFeatureName = (text: string): boolean =>
  !NOT_A_FEATURE.test(text.trim()) && !isBadge(text.trim()) && !isPlanned(text) && !/^[✕✗✘✖❌❎×]/u.test(text.trim());

/** Headings over the team, on pages with other content. */
const TEAM = new RegExp(headings("team"), "i");
export const isTeamSection = (text: string): boolean => TEAM.test(text);
