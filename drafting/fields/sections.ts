import { pattern } from "../../domain/text/pattern.ts";
import { BADGES } from "../claims/payment-words.ts";

/**
 * Section headings that structure cannot distinguish. English first, then all other supported
 * languages.
 */

/** Sections without features of the product. */
const OTHER_SECTION = pattern("i")`
    testimonial|what (people|users|others|customers|our users) (say|think)|people (love|❤)|(loved|
    trusted|used|chosen|recommended|sponsored|backed) by|teams around|frequently asked|
    hosting providers|everyone's word|follow us|subscribe to|our (story|team|customers|clients|partners|
    sponsors|values|mission)|^meet |(latest|recent) (news|posts|articles)|release notes|from the blog|
    how (it|.{1,20}) works|(three|3|four|4|simple|easy) steps|who (is it|it's|uses)|use cases|made for|
    built for|get in touch|open positions|related (products|articles)|das sagen|kundenstimmen|
    stimmen unserer|so (funktioniert|geht|einfach)|in (drei|3|wenigen) schritten|häufige fragen|für wen|
    ce que disent|témoignages|avis (de nos )?clients|comment (ça marche|fonctionne)|
    questions fréquentes|ils nous font confiance|pour qui|lo que dicen|opiniones|testimonios|
    cómo funciona|preguntas frecuentes|confían en|para quién|dicono di noi|recensioni|come funziona|
    domande frequenti|per chi|depoimentos|como funciona|perguntas frequentes|para quem|hoe (het )?werkt|
    veelgestelde|wat klanten|ervaringen|så fungerar|vanliga frågor|jak to działa|opinie|étapes|
    \bpasos\b|passaggi\b|\bpassos\b|\bschritte\b|stappen\b|\bkroki\b|шаг[аио]|как (это )?работает|
    отзывы|часто задаваемые|новости|technical (specifications|details)|technische daten|
    caractéristiques techniques|especificaciones|ficha técnica|dane techniczne|технические|спецификаци|
    お客様の声|ステップ|手順|仕様|步骤|规格|단계|사용 방법|사양|使い方|ご利用の流れ|導入の流れ|よくある質問|お知らせ|客户评价|使用方法|常见问题|고객 후기|이용 방법|자주 묻는|
    sådan (?:fungerer|virker)|slik fungerer|näin se toimii|miten se toimii|jak to funguje|
    ako to funguje|hogyan működik|így működik|cum funcționează|cara kerja|cách (?:thức )?hoạt động|
    як це працює|nasıl çalışır|πώς λειτουργεί|كيف يعمل|איך זה עובד|ofte stillede|ofte stilte|
    usein kysyt|často kladen|gyakori kérdés|întrebări frecvente|pertanyaan (?:umum|yang sering)|
    câu hỏi thường|часті запитання|sıkça sorulan|sık sorulan|συχνές ερωτήσεις|الأسئلة (?:الشائعة|
    المتكررة)|שאלות נפוצות|คำถามที่พบบ่อย|अक्सर पूछे|(?:hvad|det) siger (?:vores )?kunder|
    kundeudtalelser|asiakkaidemme|asiakaskokemu|mitä asiakkaa|reference klientů|co říkají|ohlasy|
    hodnocení zákazníků|ügyfeleink (?:mondták|véleménye)|vélemények|ce spun clienții|păreri|recenzii|
    testimoniale|apa kata|testimoni|khách hàng nói|đánh giá của khách|відгуки|müşteri yorumları|
    yorumlar|κριτικές|آراء العملاء|ממליצים|รีวิว|kunderne siger`;
/** Headings over exclusions. */
const EXCLUDED = pattern("iu")`
    not (?:included|covered)|nicht (?:inbegriffen|enthalten|inklusive)|(?:non|pas) (?:inclus|compris)|
    (?:ne |n.)comprend pas|no (?:est[áa] |están )?(?:inclu[iy]|comprend)|n[ãa]o inclu|niet inbegrepen|
    ingår (?:inte|ej)|ikke inklud|nie (?:obejmuj|zawier)|не (?:вход|включ)|není v ceně|dahil (?:değil|
    olmayan)|tidak termasuk|含まれない|不包[含括]|불포함`;
export const isExcluded = (text: string): boolean => text.length < 80 && EXCLUDED.test(text.replaceAll("’", "'"));

/** These must make up most of the heading. */
const OTHER_SECTION_WORD = pattern("i")`
    ^(the |our |unsere? |nos |notre |nuestr[oa]s? |i nostri |il nostro |nosso |onze? )?(customers?|
    clients?|reviews?|faqs?|questions|blog|news|press|team|about( us)?|contact( us)?|sponsors?|
    donations?|partners?|pricing|plans( (and|&) pricing)?|newsletter|downloads?|install(ation)?|
    get(ting)? started|quick ?start|usage|resources|company|legal|community|careers|jobs|screenshots?|
    changelog|requirements|awards|industries|sectors?|branchen|secteurs|métiers|sectores|industrias|
    settori|setores|segmentos|sectoren|branscher|branże|developers|cookies?|licen[cs]e|contribut(e|ing)|
    (library |api )*(documentation|reference)|troubleshooting|tests?|tutorials?|examples?|integrations|steps|values|preise|preis|über uns|kontakt|kunden|karriere|neuigkeiten|
    aktuelles|tarifs?|prix|équipe|à propos|contacto?|contatti|contato|clients|actualités|precios?|
    planes|equipo|sobre nosotros|clientes|noticias|prezzi|squadra|chi siamo|clienti|notizie|preços?|
    planos|equipe|equipa|sobre nós|prijzen|over ons|klanten|nieuws|priser|om oss|kunder|cennik|o nas|
    zespół|klienci|業種|対応業種|業界別|行业|行業|업종|料金|料金プラン|会社概要|チーム|ブログ|ニュース|価格|价格|关于我们|团队|新闻|요금|가격|회사 소개|팀|소식)$`;
export const isOtherSection = (text: string): boolean =>
  text.length < 80 &&
  (OTHER_SECTION.test(text) ||
    OTHER_SECTION_WORD.test(text.trim()) ||
    PROBLEM_SECTION.test(text.trim()) ||
    isExcluded(text) ||
    PLANNED.test(text));

export const FEATURE_SECTION = pattern("i")`
    features?\b|what (you|it) (get|can|does)|benefits|highlights|included|capabilit|why\b|
    everything (you|in)|what's inside|funktionen|fonctionnalit|funciones|funzionalit|funcionalidad|
    recursos|functies|funktioner|funkcje|caracter[ií]sticas|vorteile|advantages|avantages|atouts|
    ventajas|vantaggi|vantagens|voordelen|fördelar|zalety|преимуществ|возможности|особенности|warum\b|
    pourquoi\b|por ?qu[eé] |perché |waarom\b|varför\b|dlaczego\b|почему|at a glance|auf einen blick|機能|
    特長|特徴|メリット|選ばれる|功能|特点|特色|优势|優勢|优点|기능|특징|장점|funksjoner|ominaisuu|toiminno|\bedut\b|hyödyt|\bfunkce\b|
    vlastnosti|výhody|funkcie|funkció|szolgáltatás|előny|miért|funcți|facilități|avantaje|beneficii|
    de ce |fitur|keunggulan|keuntungan|mengapa|kenapa|tính năng|chức năng|ưu điểm|lợi ích|vì sao|
    tại sao|можливості|переваги|функції|чому |özellik|avantaj|neden |fordele|fordeler|hvorfor|miksi |
    proč |prečo |λειτουργίες|χαρακτηριστικά|πλεονεκτήματα|γιατί|المميزات|الميزات|مزايا|لماذا|תכונות|
    יתרונות|למה |ฟีเจอร์|คุณสมบัติ|จุดเด่น|ทำไม|विशेषताएं|फायदे|क्यों|značajke|prednosti|zašto|funkcije|
    възможности|предимства`;

const STEPS = pattern("i")`
    ^(how (it|.{1,20}) works?|(the |our )?process|so (funktioniert|geht|einfach).{0,12}|ablauf|
    comment (ça marche|fonctionne.{0,20})|c[óo]mo funciona.{0,20}|proceso( simple)?|
    come funziona.{0,20}|hoe (het )?werkt.{0,12}|så fungerar.{0,12}|jak to działa|как (это )?работает|
    使い方|ご利用の流れ|導入の流れ|使用方法|이용 방법|sådan (?:fungerer|virker) (?:det|vi).{0,12}|
    slik fungerer (?:det)?.{0,12}|hvordan (?:det )?(?:fungerer|virker).{0,12}|näin se toimii|
    miten se toimii|näin (?:tilaat|aloitat).{0,12}|jak to funguje|ako to funguje|hogyan működik.{0,12}|
    így működik.{0,12}|cum funcționează.{0,12}|cara kerja.{0,20}|bagaimana cara kerja.{0,20}|
    cách (?:thức )?hoạt động|quy trình.{0,20}|як це працює|як (?:ми )?працю.{0,12}|nasıl çalışır.{0,12}|
    πώς λειτουργεί|كيف (?:يعمل|نعمل).{0,12}|איך זה עובד|วิธีการทำงาน|ขั้นตอน.{0,12}|कैसे काम करता है|
    kako (?:to )?(?:radi|funkcionira|deluje)|как става)[?？]?$`;
/** A short label above a section's heading. */
export const isOtherLabel = (text: string): boolean => OTHER_SECTION_WORD.test(text.trim()) || STEPS.test(text.trim());

/** Problem sections. */
const PROBLEM_SECTION = pattern("iu")`
    ^(the |le |la |el |il |o |das |het )?(problem[ae]?|problème|probleem|challenges?|pain points?|
    herausforderungen?|défis?|retos|sfide|desafios)$|sound familiar|^without \p{L}|the old way|kenn(st|
    en) (du|sie) das|kommt (dir|ihnen) das bekannt|^ohne \p{L}|so war.?s (vorher|früher)|ça vous (parle|
    rappelle)|vous reconnaissez|^sans \p{L}|te suena|(cansad|hart)[oa]s? de|^sin \p{L}|ti suona|
    ti riconosci|^senza \p{L}|cansad[oa]s? de|^sem \p{L}|herken(t|je)|^zonder \p{L}|お悩み|お困り|課題(は|を|
    ありません)|こんな.{0,12}(ありません|ません)か|(导入|使用)前|痛点|您是否|이런 (고민|문제)|고민|^(?:el |il |o |le |the |das |
    het )?(?:problem[ae]?|problème|probleem) (?:que|qui|that|with|we|you|das|dat|che|der|des|di|de|du|
    mit|van)(?!\p{L})|^problemet|^ongelma|^problém|^a probléma|^problema|^masalah|^vấn đề|^проблема|
    ^sorun|^το πρόβλημα|^المشكلة|^הבעיה|^ปัญหา|^समस्या|kender du det|kjenner du|tuttua\?|znáte to|
    ismerős|sună cunoscut|знайомо|tanıdık geliyor|^uden \p{L}|^uten \p{L}|^utan \p{L}|^bez \p{L}|
    ^tanpa \p{L}|^fără \p{L}|^ilman \p{L}|^без \p{L}`;
export const isProblemSection = (text: string): boolean => text.length < 60 && PROBLEM_SECTION.test(text.trim());

/** A card that names people or organizations is about the audience. */
const AUDIENCE = pattern("iu")`
    ^((for|für|pour( les)?|para( los| las| os| as)?|per( i| gli| le)?|voor) )?([\p{L}-]+ ){0,2}(agenc(y|
    ies)|freelancers?|developers|founders|startups|students|teachers|educators|managers|marketers|
    designers|creators|consultants|parents|families|schools|universities|nonprofits|enterprises?|
    businesses|companies|retailers|restaurants|clinics|doctors|journalists|researchers|recruiters|
    contractors|agenturen|freiberufler|selbstständige|entwickler|gründer|studierende|schüler|lehrer|
    lehrkräfte|eltern|familien|schulen|hochschulen|vereine|unternehmen|betriebe|handwerker|berater|
    agences|indépendants|développeurs|étudiants|enseignants|parents|familles|écoles|associations|
    entreprises|collectivités|restaurateurs|artisans|agencias|autónomos|desarrolladores|estudiantes|
    profesores|familias|escuelas|colegios|empresas|oficinas|agenzie|liberi professionisti|sviluppatori|
    studenti|insegnanti|famiglie|scuole|aziende|imprese|negozi|agências|autônomos|desenvolvedores|
    estudantes|professores|escolas|produtores|agricultores|cooperativas|scholen|bedrijven|ondernemers|
    verenigingen)$|(担当者?|責任者|管理者|経営者|事業者|研究者|記者|者様|の方|団体|企業|学生|先生|ジャーナリスト|コンサルタント|ロビイスト|エンジニア|デザイナー|
    フリーランス|开发者|企业|学生|教师|团队|开发人员|개발자|학생|교사|기업)$`;
export const isAudience = (text: string): boolean => text.length <= 60 && AUDIENCE.test(text.trim());

/** Headings over planned features. */
const PLANNED = pattern("i")`
    what.?s next|coming (soon|next)|in development|planned|roadmap|our vision|was als nächstes|
    kommt bald|in entwicklung|in planung|geplant|zukunftsvision|à venir|bientôt|prochainement|
    próximamente|en desarrollo|in arrivo|prossimamente|in sviluppo|em breve|em desenvolvimento|
    binnenkort|kommer snart|wkrótce|скоро|今後|近日|開発中|予定|即将|敬请期待|开发中|출시 예정`;
export const isPlanned = (text: string): boolean => text.length < 80 && PLANNED.test(text);

/** Headings that ask, sell, group or count. */
const NOT_A_FEATURE = pattern("i")`
    [?？]$|[#¶]$|^(features?|pricing|faq|about|contact|download|documentation|docs|blog|home|login|
    log in|sign (up|in).*|get started.*|start (free|your|now).*|try .*|learn more.*|read more.*|more.*|
    and (a lot )?more.*|view .*|see .*|(explore|discover|browse|helpful|other|related|similar) .*|
    (postal |e-?mail )?address|(call|email|visit|find|reach|write) us|phone|telephone|e-?mail( us)?|
    hotline|adresse|telefon|anschrift|téléphone|dirección|teléfono|indirizzo|telefono|endereço|telefone|
    adres|住所|電話|电话|地址|watch .*|see .*|buy .*|book a .*|request .*|join .*|subscribe.*|newsletter|
    starter|growth|business|enterprise|pro|basic|free|premium|hobby|team|custom|hosted|self-hosted plan|
    ready to .*|how .* works?|(key|main|top|core|all|our) features|start .*|testimonials?|customers|
    support|community|resources|company|legal|product|contact us|talk to .*|(everything|all) in .*|(one|
    two|three|up to) .*|[a-z] .*|how it works|overview|introduction|table of contents|cookie.*|
    privacy policy|terms.*|installation|usage|requirements|getting started|quick ?start|license|
    contributing|changelog|acknowledg\w+|mac ?os|windows|linux|android|ios|docker|100 ?% (free|gratuit|
    kostenlos|gratis|бесплатн).*|(gratis|kostenlos|gratuito|gratuit|бесплатно|無料|免费|무료)|(why|warum|
    pourquoi|por ?qu[eé]|perché|waarom|varför|dlaczego|почему|為什麼|为什么) .*|(no|zero|keine?|ohne|sans|
    aucuns?|sin|senza|sem|zonder|без) .*\b(costs?|fees?|subscriptions?|kosten|gebühren|abo(-pflicht)?|
    vertragsbindung|frais|abonnement|engagement|costes|comisiones|suscripción|costi|abbonamento|custos|
    assinatura)\b.*|inhalt|jetzt .*|mehr (erfahren|lesen|.* ansehen)|kostenlos (testen|starten).*|
    bereit .*|impressum|datenschutz.*|essayez .*|essai gratuit.*|commencez .*|en savoir plus|prêts? (à|
    pour) .*|prueba .*|empieza .*|comienza .*|saber más|leer más|¿.*|¡.*|listos? para .*|prova .*|
    inizia .*|scopri (di più)?|provalo .*|pronti? (a|per) .*|experimente .*|comece .*|saiba mais|
    pront[oa] para .*|probeer .*|begin .*|meer (lezen|weten)|klaar om .*|kom igång.*|prova gratis|
    läs mer|wypróbuj .*|zacznij .*|dowiedz się więcej|無料で.*|今すぐ.*|お問い合わせ.*|資料請求.*|詳しく.*|もっと見る|目次|立即.*|
    免费(试用|开始).*|了解更多|联系我们|目录|지금 .*|무료로.*|문의.*|더 보기|자세히.*|목차|und (?:viel(?:es)? )?(?:mehr|weitere.*)|
    et (?:bien )?(?:plus|d'autres).*|y (?:mucho )?más.*|e (?:molto|muito) (?:altro|mais).*|
    en (?:nog )?(?:veel )?meer.*|och (?:mycket )?mer.*|og (?:meget |mye )?mere?.*|ja paljon muuta|
    i (?:wiele|dużo) więcej|a (?:mnohp{L}+ )?(?:dalšího|víc|viac)|és (?:még )?(?:sok )?(?:más|több).*|
    și (?:multe )?(?:altele|mai mult).*|dan (?:masih )?(?:banyak )?(?:lagi|lainnya)|
    và (?:nhiều )?hơn nữa|(?:та|і) (?:багато )?(?:іншого|більше)|и (?:многое )?(?:другое|более)|
    ve (?:çok )?daha fazlası|και (?:πολλά )?άλλα|والمزيد|ועוד|และอื่น ๆ|toutes? les fonctionnalités|
    tout (?:du|de la|dans) .*|alle (?:funktionen|functies|funktioner|funksjoner)|todas las funciones|
    todo (?:lo )?(?:de|del) .*|tutte le funzionp{L}+|tutto (?:di|del) .*|todas as (?:funções|
    funcionalidades)|tudo (?:do|de) .*|alles (?:aus|in|von|uit) .*|allt i .*|alt i .*|
    kaikki .*-paketin.*|vše (?:z|ze|v) .*|minden, ami .*|tot (?:din|ce) .*|semua (?:fitur|dari) .*|
    mọi tính năng .*|все (?:з|із|из) .*)$`;
/** "Most popular" marks a plan; "100% offline" may be a feature. */
const isBadge = (text: string): boolean => BADGES.test(text) && !/\d|^save /i.test(text);
export const isFeatureName = (text: string): boolean =>
  !NOT_A_FEATURE.test(text.trim()) && !isBadge(text.trim()) && !isPlanned(text) && !/^[✕✗✘✖❌❎×]/u.test(text.trim());

/** Headings over the team, on pages with other content. */
export const isTeamSection = (text: string): boolean =>
  pattern("i")`
    \bteam\b|founders?|makers?|who we are|about us|the people|behind|gründer|über uns|wer wir sind|
    équipe|fondat|qui sommes|à propos|equipo|fundador|quiénes somos|sobre nosotros|squadra|chi siamo|
    equip[ea]|quem somos|sobre nós|oprichter|over ons|wie zijn|grundare|om oss|zespół|założyciel|o nas|
    チーム|創業|メンバー|团队|创始|关于我们|팀|창업`.test(text);
