import { pattern } from "../../domain/text/pattern.ts";

/** Text about others: written about, integrated with, replaced, or used by a customer. */

/** Before the phrase, a few words apart. */
const WRITTEN_ABOUT = pattern("u")`
    (?<!\p{L})(?:(?:blog|magazin\w*|revista|rivista|podcast|news|nachrichten|neuigkeiten|ratgeber|guide|
    guía|guida|guia|gids|actualités|noticias|notícias|notizie|nieuws|articles?|artikel\w*|artículos|
    articoli|artigos)\s(?:about|on|for|über|zu|zum|zur|rund um|für|sur|de|du|dédié à|consacré à|sobre|
    di|su|sul\p{L}*|over|van|voor)|(?:блог|журнал|новости|статьи|подкаст|гид)\s(?:о|об|про|по|
    для))(?!\p{L})[^|]{0,30}$`;
const CONNECTED = pattern("u")`
    (?<!\p{L})(?:(?:integrat\p{L}*|integr\p{L}*|intégr\p{L}*|intègr\p{L}*|интегр\p{L}*|connect\p{L}*|
    conect\p{L}*|colleg\p{L}*|verbind\p{L}*|koppel\p{L}*|anbindung|schnittstelle\p{L}*|sync\p{L}*|works|
    kompatibel|compatib\p{L}*|compatível|совместим\p{L}*|подключ\p{L}*|связ\p{L}*|export\p{L}*|
    import\p{L}*)\s(?:\p{L}+\s){0,2}?(?:with|to|into|from|mit|in|an|ans|zu|zum|zur|aus|nach|à|avec|dans|
    au|aux|con|a|al|com|ao|met|aan|с|со|в|из|к))(?!\p{L})[^|]{0,25}$`;
const REPLACED = pattern("u")`
    (?<!\p{L})(?:alternative to|instead of|replaces|alternative zu\p{L}*|anstatt|statt|ersetzt|
    alternative à|au lieu de|plutôt que|remplace|alternativa (?:a|al|à|ao)|en lugar de|en vez de|
    em vez de|al posto di|invece di|alternatief voor|in plaats van|альтернатива|
    вместо)(?!\p{L})[^|]{0,25}$`;
const CUSTOMER = pattern("u")`
    (?<!\p{L})(?:our (?:customer|client)s?|(?:customer|client) story|case study|
    unser\p{L}{0,2} kund\p{L}*|kundengeschichte|fallstudie|notre client\p{L}*|nos clients|
    un de nos clients|étude de cas|cas client|nuestr[oa]s? clientes?|caso de éxito|
    nostr[oiae] client[ei]|caso di studio|noss[oa]s? clientes?|estudo de caso|onze klant\p{L}*|
    klantverhaal|наш\p{L}* клиент\p{L}*|кейс)(?!\p{L})[^|]{0,60}$|(?:お客様|導入事例|導入企業|我们的客户|客户案例|고객사|고객사례|
    도입사례)[^|]{0,20}$`;
const CONNECTED_UNSPACED = /(?:集成|对接|接入|连接|兼容|替代|代替|关于)(?:您的|你的|现有的?|主流)?$/u;

/** After the phrase, or in the rest of its compound. */
const FOLLOWED = pattern("u")`
    ^s?[\s-]?(?:blogs?|blog-\p{L}+|magazine?s?|news|podcasts?|ratgeber|nachrichten|articles|
    integrations?|connectors?|schnittstellen?|anbindung|koppeling|блог|журнал|новости)(?!\p{L})|
    ^\s(?:\p{L}+\s){0,2}(?:verbind\p{L}*|verknüpf\p{L}*|koppel\p{L}*|synchroni\p{L}*|integrier\p{L}*)|
    ^(?:ソフト|システム|ツール)?(?:に関する|についての|の|関連の?)?(?:ブログ|ニュース|メディア|マガジン|記事|コラム|用語集|連携)|^(?:ソフト|システム|ツール)?(?:と|
    へ|との|への)(?:の)?(?:連携|統合|接続)|^(?:系统|软件)?(?:类|相关|的)?(?:博客|资讯|新闻|杂志|文章|集成|对接)|^(?:시스템|프로그램|솔루션)?(?:에관한|
    에대한|관련)?(?:블로그|뉴스|매거진|소식|칼럼)|^(?:시스템|프로그램|솔루션)?(?:과|와)?(?:의)?(?:연동|연계|통합)`;

/** Whether a phrase between these folded words refers to something other than the product. */
export const isAboutOthers = (before: string, after: string): boolean =>
  [WRITTEN_ABOUT, CONNECTED, REPLACED, CUSTOMER, CONNECTED_UNSPACED].some((pattern) => pattern.test(before)) ||
  FOLLOWED.test(after);

/** Words in titles of publications, which write about what they name. */
const PUBLICATION = pattern("u")`
    (?<!\p{L})(?:\p{L}*blogs?|magazine?|ratgeber|newsportal|podcast|revista|rivista|блог|журнал|
    портал)(?!\p{L})|ブログ|メディア|マガジン|博客|资讯网|杂志|블로그|매거진`;

/** Whether a title (without category words) is a publication's. */
export const isOfPublication = (title: string): boolean => PUBLICATION.test(title);
