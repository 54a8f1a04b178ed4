import { CRAWL_WORDS } from "../domain/drafts/crawl-words.ts";
import { type CrawlErrorCode, pageText, type SitePage } from "../domain/drafts/site.ts";
import { pattern } from "../domain/text/pattern.ts";
import type { Words } from "../languages/words.ts";
import { OutboundError } from "./outbound-error.ts";

/** Pages that stand in place of a product's website, and what their owner can do. */
type Unfit = {
  code: CrawlErrorCode;
  /** Longer pages say more than that. */
  words: number;
  says: RegExp;
  /** Only pages with a password field. */
  asksPassword?: true;
  detail: (host: string) => Words;
};

export const MISSING = pattern("iu")`
    (?<!\d)404(?!\d)|not (?:be )?found|doesn.t exist|does not exist|nicht gefunden|existiert nicht|
    introuvable|n.existe pas|no encontrad|no existe|non trovata|non esiste|não encontrad|não existe|
    niet gevonden|hittades inte|finns inte|nie znaleziono|nie istnieje|見つかりません|存在しません|未找到|不存在|찾을 수 없`;

const CHALLENGE = pattern("iu")`
    just a moment|attention required|checking your browser|verify(?:ing)? (?:that )?you are (?:a )?human|
    are you (?:a )?(?:human|robot)|not a (?:ro)?bot|security check(?:point)?|ddos-guard|pardon our interruption|
    access (?:to this page has been )?denied|enable javascript and (?:disable|cookies)|
    un instant…|einen moment…|un momento…|请稍候|正在验证`;

const UNFIT: Unfit[] = [
  {
    code: "challenge",
    words: 150,
    says: CHALLENGE,
    detail: CRAWL_WORDS.challenge,
  },
  {
    code: "parked",
    words: 150,
    says: pattern("iu")`
      domain (?:name )?(?:is |may be )*for sale|buy this domain|domain (?:is |has been )(?:parked|registered|expired)|
      parked (?:free|domain)|steht zum verkauf|domaine est à vendre|dominio está en venta|account (?:has been )?suspended|
      welcome to nginx|apache2? .{0,20}default page|^it works!|^index of \/|isn.t a github pages site|
      site (?:is )?not (?:published|configured)|deployment (?:not found|is paused)|no such app|default web (?:page|site)|
      future home of`,
    detail: CRAWL_WORDS.parked,
  },
  {
    code: "not_found",
    words: 80,
    says: MISSING,
    detail: CRAWL_WORDS.noPage,
  },
  {
    code: "maintenance",
    words: 100,
    says: pattern("iu")`
      (?:under|down for|scheduled) maintenance|maintenance mode|be (?:right )?back (?:soon|shortly)|wartungs(?:arbeiten|modus)|
      en maintenance|en mantenimiento|em manutenção|in manutenzione|メンテナンス中|维护中|технически\p{L}+ работ`,
    detail: CRAWL_WORDS.maintenance,
  },
  {
    code: "sign_in",
    words: 120,
    asksPassword: true,
    says: pattern("iu")`
      (?:sign|log)[ -]?(?:in|on)\b|anmelden|einloggen|connexion|connecter|iniciar sesi[óo]n|acceder|entrar|accedi|
      inloggen|logga in|zaloguj|ログイン|サインイン|登录|登入|로그인|войти|вход|تسجيل الدخول`,
    detail: CRAWL_WORDS.signIn,
  },
  {
    code: "coming_soon",
    words: 50,
    says: pattern("iu")`
      (?:coming|launching|opening|available) soon|under construction|demnächst|im aufbau|bientôt|en construction|
      próximamente|en construcción|em breve|em construção|prossimamente|in costruzione|binnenkort|
      近日公開|準備中|即将(?:上线|推出)|敬请期待|скоро|قريبا`,
    detail: CRAWL_WORDS.comingSoon,
  },
];

const PASSWORD = /<input\b[^<>]{0,2000}\btype\s{0,9}=\s{0,9}["']?password/i;

/** Words, or pairs of characters in scripts without spaces. */
export const countWords = (text: string): number =>
  (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2}|[\p{L}\p{N}]+/gu) ?? []).length;

/** Why a page describes no product: it is an error page, a challenge or a placeholder. */
export function unfitness(page: SitePage, html: string): OutboundError | undefined {
  const text = pageText(page);
  const words = countWords(text);
  const heading = page.blocks.find(({ tag }) => /^h[12]$/.test(tag))?.text ?? "";
  const opening = [page.title ?? "", heading, text.slice(0, 200)];
  const found = UNFIT.find(
    (kind) =>
      words < kind.words && opening.some((each) => kind.says.test(each)) && (!kind.asksPassword || PASSWORD.test(html)),
  );
  return found && new OutboundError(found.code, found.detail(new URL(page.url).hostname));
}

/** A challenge that comes with the status of a refusal. */
export function challengeIn(status: number, headers: Record<string, string>, text: string, host: string) {
  const isOne = headers["cf-mitigated"] === "challenge" || (status !== 401 && CHALLENGE.test(text.slice(0, 5_000)));
  return isOne ? new OutboundError("challenge", CRAWL_WORDS.challenge(host)) : undefined;
}
