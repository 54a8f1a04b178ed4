import type { PageKind } from "../domain/drafts/site.ts";

/**
 * Words that name a kind of page, in the languages of product sites; matched as whole words without
 * accents.
 */
const WORDS: [PageKind, string][] = [
  [
    "pricing",
    "pricing|price|prices|plan|plans|plans-and-pricing|plans-pricing|preis|preise|preisliste|tarif|tarife" +
      "|tarifs|prix|precio|precios|planes|tarifas|preco|precos|planos" +
      "|prezzi|piani|prijzen|tarieven|priser|cennik|ceny|cenik|hinnat|hinnasto|arak|fiyatlandirma|fiyatlar" +
      "|ucretler|preturi|harga|biaya|bang-gia|pris|ceni|цены|тарифы|стоимость|ціни" +
      "|buy|buy-now|purchase|membership|kaufen|lizenzen|abonnements|acheter|comprar|acquista|kopen" +
      "|料金|料金プラン|価格|价格|定价|價格|가격|요금",
  ],
  [
    "team",
    "team|our-team|the-team|people|founders|leadership|unser-team|equipe|notre-equipe|equipo" +
      "|nuestro-equipo|squadra|zespol|команда|チーム|团队|團隊|팀",
  ],
  [
    "about",
    "about|about-us|aboutus|about-me|company|our-story|story|who-we-are|mission|uber|ueber|uber-uns|ueber-uns|unternehmen|wir-uber-uns" +
      "|a-propos|qui-sommes-nous|acerca|acerca-de|sobre|sobre-nosotros|sobre-nos|quienes-somos|quem-somos" +
      "|nosotros|chi-siamo|over|over-ons" +
      "|om|om-oss|om-os|o-nas|o-firmie|meista|tietoa-meista|rolunk|hakkimizda|despre|despre-noi|tentang" +
      "|tentang-kami|gioi-thieu|o-projektu|о-проекте|за-нас|о-нас|о-компании|про-нас|会社概要|私たちについて|关于|关于我们" +
      "|關於我們|회사소개|press-kit|presskit|media-kit|mediakit|press|presse|pressemappe|dossier-de-presse|kit-de-prensa|cartella-stampa",
  ],
  [
    "contact",
    "contact|contact-us|contactus|contacts|kontakt|kontakte|contactez-nous|nous-contacter|contacto" +
      "|contactenos|contato|fale-conosco|contatti" +
      "|contattaci|yhteystiedot|kapcsolat|iletisim|kontakty|kontak|hubungi-kami|lien-he|контакты|контакт" +
      "|контакти|お問い合わせ|联系我们|联系|聯絡我們|문의|imprint|impressum|impressum-datenschutz|impressum-und-datenschutz" +
      "|legal-notice" +
      "|mentions-legales|aviso-legal|note-legali|colofon|会社情報|運営会社|特定商取引法|特定商取引法に基づく表記|tokusho|tokushoho" +
      "|tokuteisho|law|legal-information|informations-legales|mentions|note-legal|company-profile",
  ],
  [
    "features",
    "feature|features|product|products|platform|overview|tour|how-it-works|capabilities|why|benefits" +
      "|funktionen|produkt|produkte|leistungsumfang" +
      "|fonctionnalites|produit|produits|caracteristicas|funcionalidades|funciones|producto|productos" +
      "|produtos|recursos|funzionalita|funzioni" +
      "|prodotto|functies|funksjoner|funktioner|funkcje|funkce|ominaisuudet|ozellikler|functionalitati" +
      "|fitur|tinh-nang|funkcie|funkciok|возможности|функции|можливості|продукт|機能|特長|功能|产品|기능",
  ],
  [
    "faq",
    "faq|faqs|qa|q-a|q-and-a|support|questions|frequently-asked-questions|help|hilfe|aide|ayuda|ajuda" +
      "|aiuto|haufige-fragen|foire-aux-questions|preguntas-frecuentes" +
      "|perguntas-frequentes|domande-frequenti|veelgestelde-vragen|sporgsmal|ofte-stillede-sporgsmal" +
      "|vanliga-fragor|ofte-stilte-sporsmal|ukk|casto-kladene-dotazy|caste-otazky|gyik|intrebari-frecvente" +
      "|sss|sik-sorulan-sorular|cau-hoi-thuong-gap|вопросы|よくある質問|常见问题|帮助|자주-묻는-질문",
  ],
  [
    "services",
    "service|services|solution|solutions|use-case|use-cases|customers|industries|leistungen|losungen" +
      "|loesungen|dienstleistungen|servicios|servicos|soluciones" +
      "|solucoes|servizi|soluzioni|diensten|oplossingen|tjanster|tjenester|ydelser|uslugi|sluzby|palvelut" +
      "|szolgaltatasok|servicii|hizmetler|hizmetlerimiz|layanan|dich-vu|prestations|nos-prestations|услуги" +
      "|решения|послуги|サービス|服务|解决方案|서비스",
  ],
  [
    "changelog",
    "changelog|change-log|release|releases|release-notes|whats-new|what-s-new|updates|roadmap|history" +
      "|neuigkeiten|nouveautes|novedades|novidades|novita|更新履歴|更新日志",
  ],
  [
    "blog",
    "blog|news|articles|journal|aktuelles|actualites|noticias|notizie|nyheter|aktualnosci|блог|новости|ブログ|博客|新闻|블로그",
  ],
  [
    "other",
    "privacy|privacy-policy|privacy-notice|privacy-statement|datenschutz|datenschutzerklarung" +
      "|datenschutzerklaerung|legal|terms|terms-of-service|terms-of-use" +
      "|terms-and-conditions|tos|agb|nutzungsbedingungen|politique-de-confidentialite|confidentialite|cgu" +
      "|cgv|conditions-generales|privacidad" +
      "|politica-de-privacidad|aviso-de-privacidad|terminos|terminos-y-condiciones|condiciones|privacidade" +
      "|politica-de-privacidade|termos|termos-de-uso" +
      "|informativa-privacy|informativa-sulla-privacy|termini|termini-e-condizioni|privacybeleid" +
      "|privacyverklaring|voorwaarden|algemene-voorwaarden" +
      "|integritetspolicy|integritet|villkor|anvandarvillkor|personvern|privatlivspolitik|tietosuoja" +
      "|polityka-prywatnosci|prywatnosc|regulamin" +
      "|ochrana-osobnich-udaju|gizlilik|gizlilik-politikasi|kvkk|kullanim-kosullari" +
      "|политика-конфиденциальности|конфиденциальность|оферта|oferta" +
      "|プライバシーポリシー|利用規約|隐私政策|隐私|用户协议|服务条款|隱私權政策|개인정보처리방침|이용약관" +
      "|security|open-source|download|downloads|integrations|plugins|extensions|community",
  ],
];

const KIND_OF_WORD = new Map(
  WORDS.flatMap(([kind, words]) => words.split("|").map((name) => [word(name), kind] as const)).reverse(),
);

/**
 * Most informative first; `other` is legal pages and the like, with addresses and company names.
 */
export const KINDS_IN_ORDER = WORDS.map(([kind]) => kind);

/** Longer anchors are sentences that contain such a word by chance. */
const MAX_ANCHOR = 40;

/**
 * The kind of page by its path, else its anchor text. The last segment counts first: /about/team is
 * the team. Only the index of a blog counts.
 */
export function pageKind(pathname: string, anchor = ""): PageKind | undefined {
  const segments = pathname.split("/").filter(Boolean).map(word);
  const last = segments.length - 1;
  for (let index = last; index >= 0; index--) {
    const kind = KIND_OF_WORD.get(segments[index] ?? "");
    if (kind === undefined) continue;
    const isListPage = kind === "blog" || kind === "changelog" || kind === "faq";
    return isListPage && index !== last ? undefined : kind;
  }
  if (anchor.length > MAX_ANCHOR) return undefined;
  const kind = KIND_OF_WORD.get(word(anchor));
  if (kind === "blog" && segments.length > 2) return undefined;
  return kind ?? (segments.length === 1 && segments.every(isPriceList) ? "pricing" : undefined);
}

/** "Pricing" words with another meaning in combination: a plan, a purchase. */
const ALONE = /^(plans?|planes|planos|piani|buy|purchase|kaufen|acheter|comprar|acquista|kopen|membership)$/;

/** "nos-tarifs", "price-list", "bang-gia-crm": the word for prices plus one. */
function isPriceList(segment: string): boolean {
  const words = segment.split("-");
  return [words.slice(0, -1), words.slice(1)].some((rest) => {
    const name = rest.join("-");
    return KIND_OF_WORD.get(name) === "pricing" && !ALONE.test(name);
  });
}

/** "Über uns", "%C3%BCber_uns" and "uber-uns.html" are equal. */
function word(text: string): string {
  return decoded(text)
    .toLowerCase()
    .replace(/\.(x?html?|php|aspx?|jsp)$/, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
