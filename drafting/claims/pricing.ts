import type { SitePage } from "../../domain/drafts/site.ts";
import type { PRICING_MODELS } from "../../domain/listings/fields.ts";
import { pattern } from "../../domain/text/pattern.ts";
import { inEnglish, t } from "../../languages/words.ts";
import type { Corpus, Reading } from "../corpus.ts";
import { priceCardsOf } from "../fields/price-cards.ts";
import { sentencesOf } from "../text.ts";
import { clausesOf } from "./clauses.ts";
import type { Context } from "./context.ts";
import { sectionsOf } from "./other-sections.ts";
import { AMOUNT, asksOnce, labelBefore, sellsOnce } from "./paid-once.ts";
import {
  ASK,
  COMMISSION,
  COST_DEPENDS,
  FREE_ALONE,
  ONE_TIME,
  OTHER_SECTIONS,
  PRICE_WORD,
  TEST_PHASE,
  TRIAL,
  UNWANTED,
  WRITE_TO_US,
} from "./payment-words.ts";
import { isRepeating, periodsIn } from "./periods.ts";
import { statesFreePlan } from "./plans.ts";
import { OTHERWISE, turnsAround } from "./polarity.ts";
import { quantitiesIn } from "./quantities.ts";
import { isOthers, namesUs, OTHERS_PRICE, otherPrice } from "./subject.ts";
import { isUnrealised } from "./unrealised.ts";

type PricingModel = (typeof PRICING_MODELS)[number];

/** Pricing model statements, also used by the finder. */
export const FREE_PLAN = pattern("iu")`
    \bfree[- ](plan|tier|forever|account|version|edition|package)\b|\bforever free\b|
    \bfree for (personal|individuals?|small|up to|hobby|students|one)\b|\bkostenlos(e[rs]?)? (plan|
    tarif|version|konto)|\b(?:plan|offre|version|compte|formule) gratuite?\b|\b(?:plan|versi[óo]n|
    cuenta|piano|versione|plano|versão|conta) gr[aá]tis\b|\bplan gratuito\b|\bpiano gratuito\b|
    \bplano gratuito\b|\bgratis[- ](?:plan|versie|account|abonnement)\b|\bfree up to\b|無料プラン|免费版|무료 플랜|
    \b(?:gratisplan|gratis (?:plan|versjon|version|konto|abonnement)|gratis (?:paket|akun|versi)|
    paket gratis|akun gratis)\b|\bilmainen (?:versio|paketti|tili)|\bilmaisversio|\b(?:bezplatn\p{L}+|
    darmow\p{L}+|bezpłatn\p{L}+) (?:tarif|verze|verzia|plan|konto|wersj\p{L}+|účet)|
    \bingyenes (?:csomag|verzió|fiók)|\b(?:versiune|plan|cont)\p{L}* gratuit|(?<!\p{L})ücretsiz (?:plan|
    paket|sürüm|hesap)|безкоштовн\p{L}+ (?:тариф|план|версі)|бесплатн\p{L}+ (?:тариф|план|верси)|(?:gói|
    bản|phiên bản) miễn phí|δωρεάν (?:πακέτο|πλάνο|έκδοση)|(?:الخطة|الباقة|النسخة) المجانية|תוכנית חינם|
    แพ็กเกจฟรี`;
/** Could mean a free plan or a free trial. */
export const FREE_START = /\bget started (for )?free\b|\bstart (for )?free\b|\bfree to (use|start)\b/iu;
/** Invitations to start for free, in other languages. */
export const FREE_BEGIN = pattern("iu")`
    \bkostenlos (?:starten|beginnen|registrieren|anmelden|loslegen)|\b(?:commence[rz]|démarre[rz]|
    inscri\p{L}+|créer? .{0,20}) gratuit|\bgratuit pour commencer|\b(?:empieza|empezar|comienza|
    regístrate|registrarse|crea .{0,20}) gratis|\bgratis para (?:empezar|comenzar)|\b(?:inizia|
    registrati|iscriviti) (?:gratis|gratuit)|\b(?:comece|cadastr\p{L}+|crie .{0,20}) (?:gr[áa]tis|
    gratuit)|\bgr[áa]tis para começar|\bgratis (?:beginnen|starten|registreren|aanmelden)|
    \bbegin gratis|\b(?:börja|kom igång|skapa konto) gratis|\b(?:zacznij|załóż konto) (?:za darmo|
    bezpłatnie)|(?<!\p{L})ücretsiz (?:başla|kayıt|üye)|(?:начать|начните|регистрация) бесплатно|無料で(?:始|
    はじ|登録)|免费(?:注册|開始|开始)|무료로 시작|\b(?:kom i gang|start|prøv|opret (?:en )?(?:konto|profil)|
    opprett konto) gratis|\b(?:aloita|kokeile|rekisteröidy|luo tili) (?:ilmaiseksi|maksutta)|
    \b(?:začněte|začít|registrace|registrujte se|vyzkoušejte) zdarma|\b(?:kezdj|próbáld ki|
    regisztrál)\p{L}* ingyen|(?<!\p{L})(?:începe|încearcă|înregistrează-te|creează cont) gratuit|
    \b(?:mulai|daftar|coba) gratis|(?:bắt đầu|đăng ký|dùng thử) miễn phí|(?:почати|почніть|спробувати|
    зареєструватися) безкоштовно|(?:ξεκινήστε|εγγραφή|δοκιμάστε) δωρεάν|(?:ابدأ|سج[لّ]+|جر[بّ]+) مجان|
    (?:התחילו|הירשמו|נסו) (?:ב)?חינם|เริ่มต้น(?:ใช้งาน)?ฟรี`;
/** Free services before a sale. */
const FIRST_TALK = pattern("iu")`
    \bfree (?:\p{L}+ )?(?:audit|check(?:-?up|list)?|scan|call|assessment|analysis|estimate|quote|guide|
    e-?book|webinar|template)\b|\b(?:kostenlose[rsn]?|gratis) (?:\p{L}+[ -])?\p{L}*(?:audit|check|scan|
    analyse|intake|gesprek|gespräch|erstberatung|webinar|checkliste)\b|(?<!\p{L})(?:audit|diagnostic|
    bilan|appel|rendez-vous|estimation|étude)\s(?:\p{L}+\s)?gratuit|\b(?:auditoría|diagnóstico|llamada|
    análisis|valoración|analizamos|asesoramos)\s(?:\p{L}+\s){0,3}gr[áa]tis|\b(?:analisi|check-?up|
    diagnosi|chiamata|sopralluogo)\s(?:\p{L}+\s)?gratuit|\b(?:análise|diagnóstico|
    avaliação)\s(?:\p{L}+\s)?(?:gr[áa]tis|gratuit)|\b(?:darmow|bezpłatn)\p{L}+ (?:audyt|analiz|rozmow)|
    (?<!\p{L})ücretsiz (?:analiz|keşif|danışma)|бесплатн\p{L}+ (?:аудит|анализ|консультац|диагностик)|
    無料(?:診断|査定|カウンセリング)|免费(?:诊断|评估)|무료 (?:진단|분석)|\bgratis (?:\p{L}+ )?(?:snak|samtale|møde|møte|möte|
    rådgivning|konsult\p{L}*|afklaring|avklaring|befaring|besiktning|vurdering|värdering|analyse|analys|
    gennemgang|gjennomgang|genomgång|demo|workshop|tilbud|offert|kartlegging)|\b(?:ilmainen|maksuton|
    veloitukseton) (?:\p{L}+ )?(?:konsultaatio|kartoitus|arvio\p{L}*|tarjous|demo|neuvonta|palaveri|
    tapaaminen)|\b(?:bezplatn\p{L}+|nezávazn\p{L}+) (?:konzultac|audit|analýz|ukázk|odhad|poradenstv|
    prohlídk|schůzk|stretnut)\p{L}*|\b(?:konzultace|konzultácia|audit|doprava) (?:zdarma|zadarmo)|
    \bingyenes (?:konzultáció|tanácsadás|felmérés|audit|bemutató|demó|ajánlat|árajánlat|kiszállítás|
    szállítás)|\b(?:consult(?:anță|ație|are)|evaluare|analiză|audit|livrare|ofertă|demo) gratuit|
    \b(?:konsultasi|audit|analisis|survei|penawaran|ongkir|pengiriman|demo) gratis|
    \bgratis (?:konsultasi|ongkir|pengiriman|survei)|(?<!\p{L})ücretsiz (?:görüşme|kargo|teklif|demo|
    ekspertiz|teslimat)|(?:tư vấn|khảo sát|báo giá|demo|vận chuyển|giao hàng) miễn phí|
    miễn phí (?:tư vấn|khảo sát|vận chuyển|giao hàng)|безкоштовн\p{L}+ (?:консультац|аудит|аналіз|
    діагностик|доставк|замір|демо)|бесплатн\p{L}+ (?:доставк|замер|демо|подбор)|δωρεάν (?:συμβουλ|
    εκτίμηση|μεταφορικά|αποστολή|ανάλυση)|(?:استشارة|معاينة|تقييم|توصيل|شحن) مجان|(?:ייעוץ|משלוח|
    שיחת ייעוץ)[^.]{0,12} חינם|ปรึกษาฟรี|ส่งฟรี|मुफ़्त परामर्श`;
const NOTHING_FREE = pattern("iu")`
    \bno (?:extra|additional|further) (?:costs?|charges?|fees?)\b|\b(?:fix|repair|replace|redo|remake|
    retest|warrant\w*|guarantee\w*|revis\w+|adjust\w*|reinstall)\b.{0,80}\b(?:free|no cost|no charge)\b|
    \b(?:reparier|ersetz|nachbesser|gewährleist)\p{L}*.{0,60}\bkostenlos|\b(?:répar|
    rempla[cç])\p{L}*.{0,60}\bgratuit|\b(?:repar|reempla|sustitu|corrig)\p{L}*.{0,60}\bgrat|\bdemo\b|
    (don't|do not|doesn't|no|isn't a|not a|without a) (have )?(a |any )?free\b|risk[- ]free|
    hassle[- ]free|toll[- ]free|feel free|free shipping|free (migration|consultation|training|
    onboarding|support|setup|month|days|returns)|months? free|\bfree for \d+ days\b|[\p{L}]-free\b|
    free of (ads|tracking|bugs)|paid vs|\bkostenlose[rsnm]? (?:versand|lieferung|beratung|angebot|
    erstgespräch|schulung|einrichtung|support|anfrage)|\b(?:livraison|devis|consultation|formation|
    retours?)\s(?:\p{L}+\s)?gratuit|\b(?:envío|presupuesto|consulta|asesor[íi]a|
    formación)\s(?:\p{L}+\s)?(?:gratis|gratuit)|\b(?:spedizione|preventivo|
    consulenza)\s(?:\p{L}+\s)?(?:gratis|gratuit)|\b(?:frete|orçamento|
    consultoria)\s(?:\p{L}+\s)?(?:gr[áa]tis|gratuit)|\bgratis (?:verzending|advies|frakt|offerte)|
    \bdarmow\p{L}+ (?:dostaw\p{L}+|wycen\p{L}+|konsultacj\p{L}+)|無料(?:相談|見積|配送|セミナー)|送料無料|免费(?:咨询|配送|试)|
    무료 (?:배송|상담|견적)|無料(?:の)?(?:会員|ユーザー)?登録|登録(?:は|も)?無料|무료 (?:회원)?가입|\bfree (?:registration|
    sign-?up)\b|\b(?:registration|signing up) is free\b|\bkostenlose (?:registrierung|anmeldung)|
    \binscription gratuite|\bregistro gratuito|\bregistrazione gratuita|\bcadastro gratuito`;
/** "Free" in another sense: a trial, free shipping. */
export const NOT_FREE = new RegExp(`${NOTHING_FREE.source}|${FIRST_TALK.source}|${TRIAL.source}`, "iu");
/** Says that everything is free. */
export const ALL_FREE = pattern("iu")`
    \b(100%|completely|totally|entirely|always|absolutely|forever) free\b|\bis free\b(?! (trial|of|
    from))|\bfree (and|&) open[- ]source\b|\bfree of charge\b|\bfree software\b|\bfree (app|tool|
    extension|plugin|game|service|download)\b|\bfor free\b|\bfree for (?:every(?:one|body)|all|life|
    good)\b|\bkostenlos\b|\bkostenfrei\b|\bgratuit(e|ement)?\b|\bgr[aá]tis\b|\bgratuit[oa]\b|
    \bno cost\b|\bfree,? (simple|fast|easy|private|online|self-hosted)\b|\bkostnadsfri|
    \bcałkowicie (?:za darmo|darmow|bezpłatn)|\bw pełni (?:darmow|bezpłatn)|\btamamen ücretsiz\b|
    (?<!\p{L})(?:полностью|абсолютно|совершенно) бесплатн|(?<!\p{L})(?:zcela|úplně) zdarma|
    \bhelt gratis|повністю безкоштовн|\bteljesen ingyenes|\btäysin ilmai|\bcomplet gratuit|\b(?:100%|
    sepenuhnya) gratis|εντελώς δωρεάν|hoàn toàn miễn phí|مجان[اي]\p{L}* (?:بالكامل|تماما)|無料|免费|무료`;
export const OPEN = pattern("iu")`
    \b(is|are|fully|100%|completely|free and|free &|an?|our|as|the|
    truly)\s+(?:[\w-]+[,]?\s){0,3}open[- ]?source(d)?\b|^(free (and|&) )?open[- ]source\b|
    \bopen[- ]source (software|project|app|platform|tool|and free|&|product|alternative|server|core|
    under)|\blicensed under\b|\bsource code (?:is |can be )?(?:publicly |freely )?(?:available|found|
    here|on github)|\bfreely modify the code\b|\b(released|distributed|available|published|
    open[- ]sourced?) under (the )?[\w .()-]{0,30}(licen[cs]e|a?gpl|mit|apache|bsd|mpl)|\b(mit|
    a?gpl(v\d)?|apache( 2\.0)?|bsd|mpl)[- ]licen[cs]ed?\b|\bis (the )?mit license|(?<!\p{L})(?:ist|sind|
    est|es|è|é|är|er|jest)\s(?:\p{L}+\s){0,2}open[- ]?source\b|\bquelloffen|\blogiciel libre\b|
    \bcodice aperto\b|(?<!\p{L})(?:öppen källkod|åben kildekode|åpen kildekode|avoin(?:ta|
    en)? lähdekood|nyílt forrás|otwart\p{L}+ (?:kod|źród)|otevřen\p{L}+ (?:zdroj|kód)|açık kaynak|
    открыт\p{L}+ (?:исходн\p{L}+ )?код|відкрит\p{L}+ (?:вихідн\p{L}+ )?код|ανοιχτού κώδικα)|
    \bcod sursă deschis|\bsumber terbuka\b|mã nguồn mở|مفتوح المصدر|קוד פתוח|開源|\bcódigo (?:abierto|
    aberto)\b|\bsoftware libero\b|オープンソース|开源|오픈 ?소스`;
export const OTHERS_OPEN = pattern("iu")`
    (powered by|built (on|with)|thanks to|using|based on|support(s|ing)?|love|contribut\w+ to|discount|
    non-?profits?|for|other|many|alternative to|libraries|popular) ((the|
    an?) )?([\w-]+ ){0,2}open[- ]source|open[- ]source (projects|libraries|maintainers|organi[sz]ations|
    communit(y|ies)|software we|components|framework|alternatives?\b(?= (?:to us|exist|are|aren't|lack))|discounts?|models?|llms?|
    contributors|sponsors|tools\b)`;
/** "bei jährlicher Vorauszahlung": billed per period, without a price. */
export const BILLED = pattern("iu")`
    \bbilled (?:monthly|yearly|annually)\b|\bbei (?:monatlicher|jährlicher) (?:voraus)?(?:zahlung|
    zahlweise|abrechnung)\b|\bfacturée?s? (?:mensuel|annuel)lement\b|\bfacturad[oa]s? (?:mensual|
    anual)mente\b|\bfatturat[oae] (?:mensil|annual)mente\b|\b(?:maandelijks|jaarlijks) gefactureerd\b`;
const SUBSCRIPTION = pattern("iu")`
    \bsubscriptions?\b(?! (?:box|form|to our newsletter))|
    \b(?:monthly|yearly|annual) (?:plans?|billing|fee|price)\b|\bcancel (?:at )?any ?time\b|\btrial\b|
    \babo(?:nnement)?s?\b|\babonnements?\b|\bsuscripci[óo]n|\babbonament|\bassinatura|サブスク|月額|订阅|구독|
    \babonnemang|\bprenumeration(?! på nyhetsbrev)|\bpředplatn|\bpredplatn|\belőfizet|\babonament|
    \bsubskrypcj|підписк|передплат|подписк|\blangganan|\babonelik|συνδρομή|اشتراك|מינוי|\bkuukausimaksu|
    \bmånedspris|\bmånadskostnad`;
const SUBSCRIBED = new RegExp(`${BILLED.source}|${SUBSCRIPTION.source}`, "iu");
const NO_SUBSCRIPTION = new RegExp(
  `${/newsletter|unsubscri|subscribers?\b|our (?:blog|list|feed|channel|podcast)|\d (?:users|updates)/u.source}|${UNWANTED.source}`,
  "iu",
);
/** Paid editions of something free. */
export const PAID_VERSION = pattern("iu")`
    \b(?:pro|premium|plus|paid) (?:version|plan|upgrade|subscription|features|tier|edition)\b|
    \bupgrade to (?:pro|premium|plus)\b|\bin-app purchases?\b|\bpremium[- ]?(?:version|abo|abonnement|
    funktion\p{L}*|konto|option|plan|account|versie|lidmaatschap)\b|(?<!\p{L})(?:versi[óo]n|version[e]?|
    vers[ãa]o|plan[o]?|piano|formule|offre|compte|cuenta|conta|verze|wersja|paket|sürüm|versi|konto|
    тариф|версия) (?:de pago|payante|a pagamento|paga|premium|pro|płatna)(?!\p{L})|プレミアム(?:プラン|会員|版)|
    有料(?:プラン|版|会員)|付费版|高级版|프리미엄 (?:플랜|요금제|버전)|유료 (?:플랜|요금제|버전)|(?<!\p{L})(?:betalt|maksullinen|
    placen[áý]|platen[áý]|fizetős|berbayar|ücretli) (?:version|versio|verze|verzia|verzió|csomag|
    paketti|plan|paket|sürüm|abonnement|versi)|(?:versi|paket|phiên bản|gói) (?:berbayar|premium|
    trả phí)|платн\p{L}+ (?:верси|версі|тариф|подписк|підписк)\p{L}*|(?:النسخة|الباقة|
    الخطة) (?:المدفوعة|المميزة)|\bpremium[- ]?(?:versio|verze|verzió|csomag|jäsenyys|versjon|medlemskap|
    medlemskab|členství|tagság|üyelik|membership|підписк\p{L}*|подписк\p{L}*)`;
export const PAID_WORDS = new RegExp(
  `${PAID_VERSION.source}|${/\b(?:business|enterprise|team) (?:version|plan|upgrade|subscription|features|tier)\b|\bupgrade to\b|\bpaid (?:\p{L}+(?:['’]s|s['’])? )?(?:packs?|add-?ons?|bundles?|expansions?|extras?|dlcs?)\b|\bkostenpflichtig|\bpayante?s?\b|\bde pago\b|\ba pagamento\b|\bpagos?\b (?:plan|vers)|\bbeta(?:ald|lande)\b|\bbetaalde?\b|\bpłatn|(?<!\p{L})ücretli\b|(?<!\p{L})платн\p{L}+ |премиум|プレミアム|有料|付费|유료|프리미엄|\bpremium\b/u.source}`,
  "iu",
);

export const FREE_WORD = pattern("iu")`
    \bfree\b|\bdonat|\bkostenlos|\bgratuit|\bgr[aá]tis\b|\bkostnadsfri|\bdarmow|\bza darmo\b|\bbezpłatn|
    (?<!\p{L})ücretsiz|бесплатн|\bzdarma\b|\bbezplatn|безкоштовн|\bingyenes|\bilmai[ns]|δωρεάν|miễn phí|
    مجان|無料|免费|무료|חינם|ฟรี|मुफ़्त|\bzadarmo\b|\bmaksut(?:on|ta|toman)|\bpercuma\b|\bvederlagsfri`;

/** Words of open-source statements that a negation would deny. */
const OPEN_CORE = /open[- ]?source|licen[cs]e\w*|quelloffen|logiciel libre|código \p{L}+|a?gpl|mit|apache|bsd|mpl/iu;

/** Whether a text affirms a pattern's match; `core` are its words that count. */
export function affirms(pattern: RegExp, text: string, except?: RegExp, core?: RegExp): boolean {
  const all = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  return [...text.matchAll(all)].some(({ 0: match }) => {
    const clause = clausesOf(text).find((part) => part.includes(match)) ?? text;
    return (
      !except?.test(clause) && !turnsAround(core?.exec(match)?.[0] ?? match, text) && !isUnrealised(match, text, "")
    );
  });
}

/** Prices of this product in a text, each with its first period. */
function pricesIn(text: string, corpus: Corpus): { amount: number | string; period: string | undefined }[] {
  return text.split(/;|\.\s(?!\d)/).flatMap((clause) =>
    otherPrice(clause, corpus) !== null
      ? []
      : quantitiesIn(clause)
          .filter(({ currency }) => currency !== null)
          .map(({ amount, periods }) => ({ amount, period: periods[0] })),
  );
}

/** Pricing pages, or all pages if there are none. */
function priced({ pages }: Corpus): SitePage[] {
  const own = pages.filter(({ kind }) => kind === "pricing");
  return own.length > 0 ? own : pages;
}

const namesAmounts = (pages: SitePage[]): boolean =>
  pages.some(({ blocks }) => blocks.some(({ text }) => quantitiesIn(text).some(({ currency }) => currency !== null)));

/** "Our prices are fair", or price words on the pricing page, if no price recurs. */
const saysThatItCosts = (text: string, page: SitePage, { pages }: Corpus): boolean =>
  (page.kind === "pricing" || OUR_PRICES.test(text) || isLabelledPrice(text, page)) &&
  affirms(PRICE_WORD, text) &&
  !FREE_WORD.test(text) &&
  !/[?？]/.test(text) &&
  !pages.some(({ blocks }) =>
    blocks.some((block) => quantitiesIn(block.text).some(({ periods: [period] }) => isRepeating(period))),
  );
const OUR_PRICES = new RegExp(
  `(?<!\\p{L})(?:our|unsere?|nos|notre|nuestr[oa]s?|nostr[ieoa]|noss[oa]s?|onze|vår[at]?|` +
    `vore|våre|nasz[ea]?|naš[ei]|наш[аиі]|bizim)\\s(?:${PRICE_WORD.source})`,
  "iu",
);

const speaksOfSubscriptions = ({ pages }: Corpus): boolean =>
  pages.some(({ blocks }) => blocks.some(({ text }) => affirms(SUBSCRIBED, text, NO_SUBSCRIPTION)));

/** A separate legal statement, required in some countries: "Price: as shown with each product". */
export const isLabelledPrice = (text: string, page: SitePage): boolean => PRICE_LABEL.test(labelBefore(text, page));
const PRICE_LABEL = new RegExp(
  `^(?:販売|商品|판매|상품|销售|(?:our|regular|retail|list|base|full) )?(?:${PRICE_WORD.source})$`,
  "iu",
);

/** Whether sentences begin with titles of two plans on the pricing page, one of them free. */
function namesFreeAndPaid(text: string, { kind, blocks }: SitePage): boolean {
  const isNamed = ({ text: title }: { text: string }): boolean =>
    new RegExp(`(?:^|[.!?;。\\n]\\s*)${RegExp.escape(title)}(?!\\p{Ll})`, "u").test(text);
  const isTrial = (at: number): boolean => blocks.slice(at + 1, at + 4).some((next) => NOT_FREE.test(next.text));
  return (
    kind === "pricing" &&
    !NOT_FREE.test(text) &&
    !turnsAround(text, text) &&
    blocks.some((block, at) => FREE_ALONE.test(block.text) && isNamed(block) && !isTrial(at)) &&
    blocks.some((block) => /^(?:pro|premium|plus|business)$/i.test(block.text) && isNamed(block))
  );
}

const isAsked = (amount: number | string): boolean => typeof amount === "number" && amount > 0;

/** Whether a quote in its context states this pricing model. */
const STATED: Record<PricingModel, (text: string, corpus: Corpus, page: SitePage) => boolean> = {
  open_source: (text) =>
    affirms(OPEN, text, OTHERS_OPEN, OPEN_CORE) || affirms(/\bopen[- ]source\b/iu, text, OTHERS_OPEN),
  free: (text) =>
    statesFreePlan(text) ||
    affirms(ALL_FREE, text, NOT_FREE) ||
    affirms(FREE_PLAN, text, NOT_FREE) ||
    affirms(FREE_WORD, text, NOT_FREE),
  freemium: (text, _, page) =>
    affirms(/\bfreemium/iu, text) ||
    statesFreePlan(text) ||
    affirms(FREE_PLAN, text, NOT_FREE) ||
    affirms(ALL_FREE, text, NOT_FREE) ||
    (affirms(FREE_WORD, text, NOT_FREE) && affirms(PAID_WORDS, text)) ||
    namesFreeAndPaid(text, page),
  subscription: (text, corpus) =>
    pricesIn(text, corpus).some(({ amount, period }) => isAsked(amount) && isRepeating(period)) ||
    affirms(SUBSCRIBED, text, NO_SUBSCRIPTION),
  paid: (text, corpus, page) =>
    pricesIn(text, corpus).some(({ amount }) => isAsked(amount)) ||
    saysThatItCosts(text, page, corpus) ||
    affirms(COMMISSION, text, undefined, /\p{L}+$/u) ||
    affirms(
      /\bpaid (?:app|plan|version|product|licen[cs]e|download)\b|\b(?:buy|purchase) (?:a |your )?licen[cs]e\b|\btrial\b/iu,
      text,
    ),
  one_time: (text, corpus, page) =>
    (affirms(AMOUNT, text) && !FREE_WORD.test(text) && asksOnce(text, corpus) && !speaksOfSubscriptions(corpus)) ||
    (isLabelledPrice(text, page) &&
      saysThatItCosts(text, page, corpus) &&
      sellsOnce(corpus) &&
      !speaksOfSubscriptions(corpus)) ||
    ((affirms(ONE_TIME, text) ||
      pricesIn(text, corpus).some(({ amount, period }) => isAsked(amount) && period === "once")) &&
      !(periodsIn(text).some((period) => period !== "once") && !/\bonce\b|one[- ]time|lifetime/iu.test(text))),
  contact: (text, corpus, page) =>
    affirms(ASK, text) ||
    affirms(/\b(?:contact|talk to|speak to) (?:our )?sales\b/iu, text) ||
    // Mentions the price, but no amount anywhere on the website.
    (affirms(PRICE_WORD, text) && !namesAmounts(corpus.pages)) ||
    // "There is no price list: write to us", if the pricing page has none either.
    (PRICE_WORD.test(text) &&
      affirms(WRITE_TO_US, text) &&
      !affirms(FREE_WORD, text) &&
      !namesAmounts(priced(corpus))) ||
    (affirms(WRITE_TO_US, text) && dependsAround(text, page, corpus) && !namesAmounts(priced(corpus))),
};

/** Whether the block says that the cost depends on something; "Contact us" follows later. */
const dependsAround = (text: string, { blocks }: SitePage, corpus: Corpus): boolean =>
  blocks.some(
    (block) =>
      block.text.includes(text) &&
      !FREE_WORD.test(block.text) &&
      sentencesOf(block.text).some(
        (sentence) => COST_DEPENDS.test(sentence) && otherPrice(sentence, corpus) !== OTHERS_PRICE,
      ),
  );

/** Whether a text by itself states a pricing model. */
export const statesModel = (model: string, text: string, corpus: Corpus, page: SitePage): boolean =>
  Object.entries(STATED).some(([name, states]) => name === model && states(text, corpus, page));

const OTHER_AMOUNT = inEnglish(t`amount is not a price`);

/** Whether an amount is in a calculator, an example or somebody else's section. */
const isInOtherSection = ({ text, block }: Context, { page }: Reading): boolean =>
  block !== undefined &&
  sectionsOf(page).others.has(block) &&
  quantitiesIn(text).some(({ currency }) => currency !== null);

/** "Free" as the title of a plan, without a price. */
const isFreeTitle = (model: PricingModel, quote: string, { block }: Context): boolean =>
  (model === "free" || model === "freemium") &&
  FREE_ALONE.test(quote) &&
  block?.text === quote &&
  /^(h[2-6]|th|dt)$/.test(block.tag);

/** A card that is free beside one with a price. */
const isFreeCard = (quote: string, { page }: Reading): boolean =>
  priceCardsOf(page)
    .free.values()
    .some(({ text }) => quote.includes(text));

/** "Free for one person. $5 per month for families." */
export const costsBeside = (text: string, corpus: Corpus): boolean =>
  sentencesOf(text).some(
    (sentence) =>
      !isOthers(sentence, corpus) &&
      !OTHER_SECTIONS.test(sentence) &&
      quantitiesIn(sentence).some(
        ({ amount, currency, periods }) => currency !== null && Number(amount) > 0 && periods.length > 0,
      ),
  );

/** Why a text does not state this pricing model, or null. */
export function pricingFault(
  model: PricingModel,
  quote: string,
  context: Context,
  reading: Reading,
  corpus: Corpus,
): string | null {
  const { text } = context;
  // A quote over several blocks lacks their borders; the context has them.
  if (isFreeTitle(model, quote, context) || (model === "freemium" && isFreeCard(quote, reading))) return null;
  if ((model === "free" || model === "freemium") && TEST_PHASE.test(text)) return OTHERWISE;
  if (!STATED[model](text.includes("\n") ? text : quote, corpus, reading.page))
    return inEnglish(t`quote does not state the pricing model`);
  if (!STATED[model](text, corpus, reading.page)) return OTHERWISE;
  if (model === "free" && costsBeside(text, corpus)) return OTHERWISE;
  if (isInOtherSection(context, reading)) return OTHER_AMOUNT;
  if (isOthers(text, corpus) && !namesUs(text, corpus)) return inEnglish(t`about someone else`);
  return null;
}

/** Why amounts in a summary are not the product's prices, or null. */
export function priceFault(value: string, context: Context, reading: Reading, corpus: Corpus): string | null {
  if (isInOtherSection(context, reading)) return OTHER_AMOUNT;
  const amounts = new Set(quantitiesIn(value).flatMap(({ amount, currency }) => (currency === null ? [] : [amount])));
  for (const clause of context.text.split(/;|\.\s(?!\d)|\n/)) {
    if (!quantitiesIn(clause).some(({ amount, currency }) => currency !== null && amounts.has(amount))) continue;
    const fault = otherPrice(clause, corpus);
    if (fault !== null) return fault;
  }
  return null;
}
