import { type Text, t } from "#languages/words.ts";
import { retold } from "../text/retold.ts";

/** Why a website could not be read. Stored in English, and shown by `crawlText`. Specific ones come first. */
export const CRAWL_WORDS = {
  long: (most: Text) => t`The URL is longer than ${most} characters.`,
  invalid: () => t`The URL is not valid.`,
  scheme: () => t`Only http and https URLs are supported.`,
  credentials: () => t`The URL must not contain a user name or password.`,
  ip: () => t`The URL must contain a domain name, not an IP address.`,
  port: () => t`Only ports 80 and 443 are supported.`,
  noHost: () => t`The URL is not a public website.`,
  notPublic: (host: Text) => t`${host} is not a public website.`,
  notResolved: (host: Text) => t`${host} does not resolve to a public address.`,
  unknownName: (host: Text) => t`The domain ${host} could not be found.`,
  slow: (host: Text) => t`${host} did not answer in time.`,
  badAnswer: (host: Text) => t`${host} sent an invalid response.`,
  certificate: (host: Text) => t`The certificate of ${host} is not valid.`,
  unreachable: (host: Text) => t`${host} cannot be reached.`,
  challenge: (host: Text) =>
    t`${host} checks whether visitors are human. Allow our crawler in your bot protection and try again.`,
  noPage: (host: Text) => t`${host} has no page at this URL. Check it for typos.`,
  parked: (host: Text) => t`${host} shows a placeholder page. Check the URL, or try again once the site is online.`,
  maintenance: (host: Text) => t`${host} is down for maintenance. Try again later.`,
  signIn: (host: Text) =>
    t`This page of ${host} is a sign-in form. Use the URL of a public page that describes the product.`,
  comingSoon: (host: Text) => t`${host} is coming soon. Try again once it describes the product.`,
  refused: (host: Text, status: Text) => t`${host} refused the request (status ${status}).`,
  robotsStatus: (host: Text, status: Text) =>
    t`${host}/robots.txt answered with status ${status}, so nothing was read.`,
  status: (host: Text, status: Text) => t`${host} answered with status ${status}.`,
  robotsLong: (host: Text) => t`${host}/robots.txt is too long to follow.`,
  robots: (host: Text) => t`The robots.txt of ${host} does not allow us to read this page.`,
  noTime: (host: Text) => t`There was no time left to read ${host}.`,
  tooSlow: (host: Text) => t`${host} took too long to answer.`,
  redirects: (host: Text) => t`${host} redirects too many times.`,
  badRedirect: (host: Text) => t`${host} redirects to an invalid URL.`,
  elsewhere: (host: Text, other: Text) => t`${host} redirects to another website, ${other}.`,
  away: (host: Text) => t`${host} redirects to another website.`,
  noText: (host: Text) => t`The page at ${host} has no text.`,
  notHtml: (host: Text) => t`The response of ${host} is not a web page.`,
  unreadable: (host: Text) => t`The page at ${host} could not be read as HTML.`,
  empty: (host: Text) => t`The page at ${host} is empty.`,
  large: (host: Text) => t`The page at ${host} is too large.`,
  bomb: () => t`The website sent more data than the limit.`,
  much: (host: Text) => t`${host} sent more data than the limit.`,
  encodings: () => t`The website used more than one compression.`,
  encoding: () => t`The website used an unsupported compression.`,
  websiteSlow: () => t`The website took too long to read.`,
  website: () => t`The website could not be read.`,
};
const WORDS = Object.values(CRAWL_WORDS);
export const crawlText = (detail: string): Text => retold(detail, WORDS);
