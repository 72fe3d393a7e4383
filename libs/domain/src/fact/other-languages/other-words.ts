import { MONTH } from '../absolute-dates.ts';
import { WEEKDAY } from '../weekdays.ts';
import { SINCE_WHEN } from '../since-when.ts';
import { NO_MANNER, WORK } from '../work-words.ts';
import { VALUE_WORDS, type ValueWords } from './value-words.ts';

/** Words of a language that state facts; regular expressions up to where the value begins, `~` for white space. */
export interface FactWords {
  readonly home: string;
  readonly moved: string;
  readonly employer: string;
  /** "I work as", up to the word for what somebody is. */
  readonly occupation?: string;
  readonly name: string;
  /** Up to a number of years, which nothing but their word may follow. */
  readonly age?: string;
  readonly likes?: string;
  /** Says that one of mine is called something, up to the name, with `attr` for who that is. */
  readonly called?: string;
  /** "I am allergic to". */
  readonly allergic?: string;
  /** The same with the word for it behind, as German has it, and what somebody does not stand. */
  readonly allergicBehind?: string;
  /** "I am diabetic", up to the word for it: what is eaten or done then is not said. */
  readonly condition?: string;
  /** "I am vegetarian", up to the word for it. */
  readonly diet?: string;
  /** Things that have a date or an amount, in a script without spaces: a person's own and a project's. */
  readonly told?: {
    readonly own: string;
    readonly shared: string;
    /** Words before and behind the value that it has, and before and behind the one that it has got. */
    readonly is: readonly [string, string];
    readonly became: readonly [string, string];
    /** Joins such a statement to the next one. */
    readonly joins: string;
  };
  /** "I weigh", up to the weight; and "I am tall", up to the height or with `{}` in its place. */
  readonly weighs?: string;
  /** The same in words that name the weight of a thing as well ("Peso 12 kg"): only where they are the whole of a message. */
  readonly weighsAlone?: string;
  readonly measures?: string;
  /** "I have" of an appointment, an exam and the like, up to what is said of it: over when its day is. */
  readonly hasOnDay?: string;
  /** "I have" of a family and animals, up to their number. */
  readonly has?: string;
  /** "We decided to use", in a script without spaces, up to the name. */
  readonly chose?: string;
  /** Begin of a standing instruction. */
  readonly instructions: string;
  /** Words of things and their values; absent where none are read. */
  readonly values?: ValueWords;
  readonly isUnspaced?: true;
}

/** Words of time that may stand within a verb of two parts; any other may deny it, or say that it was long ago. */
const ZEITPUNKT = `(?:im|am|vor|seit|letzte[mnrs]?|diese[mnrs]?|vergangene[mnrs]?|kurzem|gestern|heute|jetzt|nun|neulich|kürzlich|endlich|inzwischen|mittlerweile|gerade|eben|schon|frisch|jahr|monat|woche|wochenende|sommer|frühling|frühjahr|herbst|winter|tagen|wochen|monaten|zwei|drei|vier|${MONTH}|${WEEKDAY})`;
const TIJDSTIP = `(?:in|op|vorige?|afgelopen|deze|dit|net|pas|zojuist|onlangs|recent|recentelijk|gisteren|vandaag|nu|eindelijk|inmiddels|week|weekend|maand|jaar|zomer|herfst|winter|lente|geleden|twee|drie|${MONTH}|${WEEKDAY})`;

/** The place that somebody left. */
const OLD = "(?<old>(?-i:\\p{Lu})[\\p{L}\\p{M}'’-]+(?:~(?-i:\\p{Lu})[\\p{L}\\p{M}-]+)?)";

/** Matches a time that is over, behind a verb whose past is its present: "nos mudamos a Bilbao" is a plan as well. */
const SOME_TIME_AGO =
  '(?=~[^.;!?]{2,60}~(?:(?:mes|año|ano|mês|verano|verão|invierno|inverno|otoño|outono|lunes|martes|miércoles|jueves|viernes|sábado|domingo)~pasado|(?:semana|primavera)~pas(?:ada|sada)|(?:mês|ano|verão|inverno|outono|sábado|domingo)~passado|hace~(?:poco|ya|unos?|una?s?|dos|tres|cuatro|cinco|seis|\\d+)|há~(?:pouco|uma?s?|dois|duas|três|quatro|\\d+)|ayer|ontem|anteayer|recientemente|recentemente)(?!\\p{L}))';

/** Refuses places that people stay at without a name of their own: with family, upstairs, at a hotel. */
const ZH_SOMEWHERE = '(?![\\p{Script=Han}]{0,8}[家楼店舍里边面近壁房室校内外处](?:[，。！,.!\\s了]|$))';
const JA_SOMEWHERE = '(?!(?:実家|隣|近く|近所|寮|ホテル|海外|外国|田舎|都会|郊外|新居|新しい|一人|友達|友人|親)(?:町|街)?)';
/** Refuses places of work that are no employer's name: a town, a bank, at home. */
const ZH_NO_FIRM =
  '(?!(?:北京|上海|广州|深圳|杭州|成都|重庆|武汉|西安|南京|天津|苏州|长沙|青岛|大连|厦门|郑州|济南|合肥|香港|澳门|台北|台湾|东京|大阪|首尔|新加坡|纽约|伦敦|巴黎|柏林|中国|美国|日本|德国|英国|法国|韩国|加拿大|国外|国内|外地|家|家里|银行|医院|学校|大学|公司|工厂|餐厅|酒店|政府|国企|外企|一家[\\p{Script=Han}]*|[\\p{Script=Han}]{1,6}[市省县区镇])(?:工作|上班))';
const JA_NO_FIRM =
  '(?!(?:東京|大阪|京都|名古屋|横浜|福岡|札幌|神戸|仙台|広島|沖縄|日本|中国|韓国|ドイツ|アメリカ|イギリス|フランス|パリ|ロンドン|ベルリン|ニューヨーク|シンガポール|海外|家|銀行|病院|学校|大学|会社|工場|役所|店|レストラン|コンビニ|[\\p{Script=Han}]{1,6}[都府県市区町村])で)';
/** Nothing is said of a state of things behind it but its end: "living in Osaka, I lied" is no statement. */
const JA_ENDS = '(?=[。、．！!.\\s]|$|が|けど|ので|から|し|よ(?!ね)|ね|んです)';
/** Begins a name: a family's, or a word before a given one. */
const ZH_NAME =
  '(?=[王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤欧司诸小阿])';

/** Matches one of these words where its clause ends or another one begins. */
const eats = (words: string, joins: string): string => `(?=(?:${words})(?:\\s*(?:[.,;!]|$)|~(?:${joins})(?!\\p{L})))`;

/** A character of a clause; the dot of "4. Mai" ends none. */
const WITHIN = '(?:[^.,;!?]|(?<=\\d)\\.)';

/** Opens a clause in whose case alone something is so. */
const WHEN = 'wenn|falls|sobald|si|quand|cuando|se|quando|als|wanneer|om|när';
const IN_DOUBT =
  'vielleicht|eventuell|wohl|wenn|falls|peut-être|si|quizás?|tal~vez|a~lo~mejor|forse|magari|se|talvez|misschien|wellicht|mits';

/** Matches an appointment with its day, which stands behind it or before it in the clause, and is not in doubt. */
const onDay = (thing: string): string =>
  `(?!${WITHIN}*(?:(?<!\\p{L})(?:${IN_DOUBT})|,~(?:${WHEN}))(?!\\p{L}))` +
  `(?=${WITHIN}*?(?<!\\p{L})(?:${thing})(?!\\p{L}))(?=${WITHIN}*?(?:\\d|(?<!\\p{L})(?:${WEEKDAY})(?!\\p{L})))`;

/** Matches a word that ends as those for jobs do, where its clause ends or the place of it follows. */
const job = (endings: string, others: string, places: string): string =>
  `(?!(?:${others})(?!\\p{L}))(?=\\p{L}{2,}?(?:${endings})(?:\\s*(?:[.;!]|$|,(?!~(?:${WHEN})(?!\\p{L})))|~(?:${places})(?!\\p{L})))`;

/** Matches a verb whose subject stands before another one, in front of an `and`: "ich heiße Anna und wohne in Köln". */
const shared = (verb: string, subjects: string, and: string): string =>
  `(?=(?:${verb})~)(?<=(?<!\\p{L})(?:${subjects})~[^.,;:!?]{2,60}~${and}~)(?:${verb})`;

/** A rule of a project's work, and none for a while: "nur Gott darf Leben löschen" is no rule of it. */
const RULE_OF_WORK =
  `(?=[^.;!]*(?<!\\p{L})(?:${WORK})(?!\\p{L}))${NO_MANNER}` +
  "(?![^.;!]*~(?:heute|morgen|diese|bis|aujourd['’]hui|demain|cette|jusqu['’]|hoy|mañana|esta|hasta|oggi|domani|questa|fino|hoje|amanhã|até|vandaag|deze|tot)(?!\\p{L}{3}))";

/** Refuses answers that are another's. */
const OF_ANOTHER = "(?!~?(?:(?:de|du|des|del|da|do|di|von|van)(?!\\p{L})|d['’]))";
/** Words of the moment, which make an order one for now. */
const NOW_ONLY =
  '(?<!\\p{L})(?:das|dies\\p{L}*|heute|jetzt|noch|ça|cela|ceci|ce|cet|cette|maintenant|eso|esto|est[ea]|es[ea]|hoy|ahora|todavía|aún|quest[oaie]|quell[oaie]|oggi|adesso|ora|isso|isto|hoje|agora|ainda)(?!\\p{L})';

export const OTHER_LANGUAGES: Readonly<Record<string, FactWords>> = {
  de: {
    hasOnDay: `ich~habe~(?!${WITHIN}*(?<!\\p{L})(?:jede[nrs]?|immer|kein\\p{L}*|nicht|gehabt|gemacht|letzte[sn]?|verpasst|abgesagt|verschoben|bekommen)(?!\\p{L}))${onDay('(?:eine[nr]?~(?:\\p{L}+~)?)\\p{L}*(?:termin|prüfung|klausur|vorstellungsgespräch)')}`,
    values: VALUE_WORDS.de,
    home: `(?:ich~(?:wohne|lebe)|(?:wohne|lebe)~ich|wir~wohnen|${shared('wohne|lebe', 'ich~(?:heiße|bin|arbeite)|mein~name~ist', 'und')})~(?:(?:jetzt|derzeit|inzwischen|mittlerweile)~|${SINCE_WHEN}~|seit~(?:\\p{L}+~){1,3})?(?:mit~(?:meine[rmn]?|unsere[rmn]?)~(?:\\p{L}+~){1,3}?(?:und~(?:meine[rmn]?|unsere[rmn]?)~(?:\\p{L}+~){1,2}?)?)?in~`,
    moved: `(?:ich~bin|bin~ich|wir~sind|sind~wir)~(?:${ZEITPUNKT}~){0,4}(?:von~${OLD}~)?nach~(?=[^,.]{2,40}~(?:um)?gezogen(?!\\p{L}))`,
    employer: `(?:ich~arbeite|arbeite~ich|${shared('arbeite', 'ich~(?:heiße|wohne|lebe|bin)|mein~name~ist', 'und')})~(?:(?:jetzt|derzeit|inzwischen|mittlerweile)~|${SINCE_WHEN}~|seit~(?:\\p{L}+~){1,3})?bei~(?:der~|dem~|den~|einer~|einem~)?`,
    occupation: `(?:ich~arbeite|arbeite~ich)~(?:(?:jetzt|derzeit|inzwischen|mittlerweile)~|${SINCE_WHEN}~|seit~(?:\\p{L}+~){1,3}?)?als~(?=(?-i:\\p{Lu}))${job('er|erin|eur|eurin|or|orin|ist|istin|ent|entin|ant|antin|at|ätin|arzt|ärztin|kraft|mann|frau|koch|köchin|wirt|wirtin|gestellter?|loge|login|hilfe', 'erster|letzter|einziger|(?:hilf|ersatz)\\p{L}*|theater|muster|partner', 'bei|auf|in|im|an|am|und|seit|für')}`,
    name: `(?:ich~heiße(?:~(?:jetzt|nun|seit~(?:\\p{L}+~){0,2}\\p{L}+))?|mein~name~ist(?:~jetzt)?)~(?!(?:sie|euch|dich|ihn|ihr|alle|das|dies\\p{L}*|es)(?!\\p{L})|[^.;!?]{0,40}(?<!\\p{L})willkommen(?!\\p{L}))`,
    age: '(?:ich~bin|bin~ich)~(?:(?:jetzt|nun|inzwischen)~)?(?=\\d{1,3}(?:~Jahre~alt)?\\s*(?:[.,!](?!\\d)|$|und))',
    called: '(?:meine?|unsere?)~(?<attr>\\p{L}+)~(?:heißt|heisst)~(?:(?:jetzt|nun)~)?',
    allergic:
      '(?:ich~bin|bin~ich)~(?:(?:stark|sehr|hochgradig|schwer|leicht|extrem|total|etwas)~)?allergisch~(?:gegen|auf)~|(?:ich~habe?|habe?~ich)~(?:eine~)?(?:(?:starke|schwere|leichte)~)?allergie~(?:gegen|auf)~',
    allergicBehind: `(?:ich~bin|bin~ich)~(?:(?:stark|sehr|hochgradig|schwer|leicht|extrem|total|etwas)~)?gegen~(?=(?-i:\\p{Lu})[\\p{L}-]+~allergisch(?:\\s*(?:[.,;!]|$)|~(?:und|aber|seit)(?!\\p{L})))|ich~vertrage~keine?n?~(?!(?:kritik|hektik|lügen|ungerechtigkeit|widerspruch|witze|spaß|lärm|druck)(?!\\p{L}))(?=(?-i:\\p{Lu})[\\p{L}-]+(?:\\s*(?:[.,;!]|$)|~(?:und|aber|seit)(?!\\p{L})))`,
    condition: `(?:ich~bin|bin~ich)~${eats('diabetiker(?:in)?|asthmatiker(?:in)?|epileptiker(?:in)?|laktoseintolerant|zuckerkrank', 'und|aber|seit')}`,
    diet: `(?:ich~bin|bin~ich)~(?:jetzt~|${SINCE_WHEN}~|seit~(?:\\p{L}+~){1,3})?${eats('vegetarier(?:in)?|veganer(?:in)?|vegetarisch|vegan', 'und|aber|seit|weil')}`,
    likes: 'ich~(?:liebe|mag|hasse)~(?!kein|es\\b|das\\b|dich\\b|wie\\b|deine?n?\\b|nicht\\b)',
    weighs: 'ich~wiege~(?:(?:jetzt|derzeit|aktuell|momentan|inzwischen|etwa|ungefähr|rund|knapp)~){0,2}',
    measures: 'ich~bin~(?=(?:{})~groß\\s*(?:[.,;!]|$|und))',
    has: 'ich~habe~(?=(?:(?:zwei|drei|vier|fünf|sechs|\\d)~(?:kinder|söhne|töchter|geschwister|brüder|schwestern|hunde|katzen|enkel)|(?:eine[nr]?|ein)~(?:sohn|tochter|bruder|schwester|hund|katze|kind))\\s*(?:[.,;!]|$|(?:aber)(?!\\p{L})))',
    instructions: `ich~bevorzuge~(?:\\p{L}+~){0,2}antworten(?!\\p{L})${OF_ANOTHER}|ich~(?:will|möchte)~nicht,~dass~du~(?![^.;!]*(?:${NOW_ONLY}))[^.;!]{2,60}~(?:löschst|schickst|sendest|änderst|überschreibst|pushst|installierst|veröffentlichst|ausführst|verwendest|benutzt)(?!\\p{L})|(?:bitte~)?(?:verwende|benutze|nutze|schreibe?|antworte)~(?:(?:mir|uns)~)?(?:immer|nie|niemals|stets)~|(?:ab~jetzt|ab~sofort|von~nun~an)~(?:bitte~)?\\p{L}+|bitte~(?:immer|nie|niemals)~|niemals~\\p{L}+en~|(?:bitte~)?(?:nie|niemals|immer)~(?:(?!(?:ich|wir|er|sie|man|wieder|mehr)(?!\\p{L}))[\\p{L}-]+~){0,5}(?:deployen|mergen|pushen|committen|releasen|rebasen|testen)\\s*(?:[.!]|$)|(?:lösche?|ändere|überschreibe?|entferne|verschiebe|pushe?|committe|deploye?|installiere|sende|schicke?|veröffentliche)~(?:bitte~)?(?:nie|niemals)~|\\p{L}+en~sie~(?:bitte~)?(?:nie|niemals)~|(?:bitte~)?(?:verwende|benutze|nutze|nimm)~(?!(?:de[rnm]|die|das|dies\\p{L}*|eine?n?|es|ihn|sie)(?!\\p{L}))[^,.;:]{2,40},~nicht~(?!(?:nur|de[rnm]|die|das)(?!\\p{L}))|(?:bitte~)?halte?~(?:bitte~)?(?:deine~|alle~|die~)?antworten~(?:immer~|bitte~)?(?:kurz|knapp)(?!\\p{L})|(?:bitte~)?fass~dich~(?:bitte~)?(?:immer~)?kurz~in~(?:deinen|allen)~antworten|${RULE_OF_WORK}nur~(?-i:\\p{Lu})\\p{L}+~darf~(?:[^,.;:]{2,30}~)?(?:mergen|pushen|deployen|releasen|veröffentlichen|freigeben|löschen|taggen)(?!\\p{L})`,
  },
  fr: {
    hasOnDay: `j['’]ai~(?!(?:pas|plus|eu|raté)(?!\\p{L}))(?![^.,;!?]*~(?:tous|toutes|chaque)~)(?=(?:un~)?(?:rendez-vous|rdv|examen|entretien)(?!\\p{L}))${onDay('rendez-vous|rdv|examen|entretien')}`,
    values: VALUE_WORDS.fr,
    home: `(?:j['’]habite|je~vis|nous~habitons|on~habite|${shared('habite|vis', "je~m['’]appelle|je~suis|je~travaille", 'et')})~(?:(?:maintenant|désormais|actuellement|${SINCE_WHEN})~)?(?:avec~(?:ma|mon|mes|notre|nos)~(?:\\p{L}+~){1,2}?)?(?:à|au|en|aux)~`,
    moved:
      "(?:(?:j['’]ai|nous~avons|on~a)~(?:récemment~)?(?:dé|em)ménagé|(?:je~viens|nous~venons|on~vient)~(?:de~déménager|d['’]emménager)|je~me~suis~installée?)(?:~d(?:e~|['’])" +
      OLD +
      ')?~(?:à|au|en|aux)~',
    age: "j['’]ai~(?:maintenant~)?(?=\\d{1,3}~ans\\s*(?:[.,!]|$|et))",
    employer: `(?:je~travaille|${shared('travaille', "je~m['’]appelle|je~suis|j['’]habite|je~vis", 'et')})~(?:(?:maintenant|désormais|actuellement|${SINCE_WHEN})~)?(?:chez|pour)~`,
    occupation: `je~travaille~(?:(?:maintenant|désormais|actuellement)~)?comme~${job('eur|euse|rice|ien|ienne|ier|ière|iste|ecte|[cg]hef|cheffe|ssant|ssante|gnante?|ologue|ocate?|aire|age[rn]t?', 'avant|ordinaire|contraire|nécessaire|hier|rien|bien|premi\\p{L}+|derni\\p{L}+', 'chez|à|au|aux|dans|en|et|depuis|pour')}`,
    name: "je~m['’]appelle~",
    called: "(?:mon|ma|notre)~(?<attr>\\p{L}+)~s['’]appelle~",
    allergic:
      "je~suis~(?:(?:très|gravement|fortement|sévèrement|extrêmement|légèrement|un~peu)~)?(?:allergique|intolérante?)~(?:à~la~|à~l['’]|à~|aux~|au~)|j['’]ai~une~(?:(?:forte|grave|légère)~)?allergie~(?:à~la~|à~l['’]|à~|aux~|au~)",
    condition: `je~suis~${eats('diabétique|asthmatique|cœliaque|coeliaque|épileptique', 'et|mais|depuis')}`,
    diet: `je~suis~(?:maintenant~|désormais~)?${eats('végétarien(?:ne)?|végan|végane|végétalien(?:ne)?', 'et|mais|depuis|car')}`,
    likes: "(?:j['’](?:adore|aime)|je~déteste)~(?!ça\\b|cela\\b|bien\\b|ton\\b|ta\\b|quand\\b|que\\b|pas\\b)",
    weighs: 'je~pèse~(?:(?:maintenant|actuellement|environ)~){0,2}',
    measures: 'je~mesure~(?:(?:maintenant|actuellement|environ)~){0,2}',
    has: "j['’]ai~(?=(?:(?:deux|trois|quatre|cinq|six|\\d)~(?:enfants|fils|filles|frères|sœurs|soeurs|chiens|chats)|(?:un|une)~(?:fils|fille|frère|sœur|soeur|chien|chat|enfant))\\s*(?:[.,;!]|$|(?:mais|et)(?!\\p{L})))",
    instructions: `je~préfère~(?:(?:les|des|tes)~)?réponses~(?=\\p{L})${OF_ANOTHER}|je~ne~veux~pas~que~tu~(?:utilises|supprimes|effaces|modifies|changes|envoies|écrives|installes|publies|partages|pousses|exécutes)~(?![^.;!]*(?:${NOW_ONLY}))|(?:n['’]utilise[rsz]?~(?:jamais|pas)|n(?:e~|['’])(?!(?:ai|as?|est?|ont|avons|avez|sais|sait|suis|sont|peux|peut|veux|veut|dis|aie|ayez|sois|soyez|doute|doutez)~)\\p{L}+~jamais|ne~jamais~\\p{L}+[ei]r|utilise[sz]?~toujours|réponds(?:-(?:moi|nous))?~toujours|écris(?:-(?:moi|nous))?~toujours|à~partir~de~maintenant|désormais)\\s*,?~\\p{L}+|utilise[sz]?~(?!(?:l[ea]s?|une?|ce|cette|ça)(?!\\p{L}))[^,.;:]{2,40},~(?:et~)?pas~(?!(?:seulement|l[ea]s?)(?!\\p{L}))|(?:garde|fais)~(?:toujours~)?(?:tes|des|les)~réponses~(?:courtes|brèves|concises)|${RULE_OF_WORK}seule?~(?-i:\\p{Lu})\\p{L}+~(?:peut|a~le~droit~de)~(?:fusionner|publier|déployer|merger|pousser|approuver|supprimer)(?!\\p{L})`,
  },
  es: {
    hasOnDay: `tengo~(?![^.,;!?]*~(?:todos|todas|cada)~)(?=(?:una?~)?(?:cita|examen(?!~de~conciencia)|entrevista)(?!\\p{L}))${onDay('cita|examen|entrevista')}`,
    values: VALUE_WORDS.es,
    home: `(?:vivo|vivimos)~(?:(?:ahora|actualmente|${SINCE_WHEN})~)?(?:con~(?:mis?|nuestr[oa]s?)~(?:\\p{L}+~){1,2}?)?en~`,
    moved: `(?:me~mudé|me~he~mudado|nos~hemos~mudado|(?:me~acabo|nos~acabamos)~de~mudar|acabo~de~mudarme|acabamos~de~mudarnos|nos~mudamos${SOME_TIME_AGO})(?:~de~${OLD})?~a~`,
    age: '(?:ahora~)?tengo~(?=\\d{1,3}~años\\s*(?:[.,!]|$|y))',
    employer: `trabajo~(?:(?:ahora|actualmente|${SINCE_WHEN})~)?(?:en|para)~(?:la~|el~)?`,
    occupation: `trabajo~(?:(?:ahora|actualmente)~)?(?:de|como)~${job('er[oa]|dora?|ist[oa]|[oó]log[oa]|nte|nta|ogad[oa]|[it]or|tora|sora?|triz|ect[oa]|ian[oa]|iatra', 'primer\\p{L}*|manera|quiera|cualquiera|verdadero|dinero|entero|mejor|peor|antes|bastante|durante|siguiente|previsto|visto|listo', 'en|para|y|desde|con')}`,
    name: '(?:me~llamo|mi~nombre~es)~',
    called: '(?:mi|nuestr[oa])~(?<attr>\\p{L}+)~se~llama~',
    allergic:
      '(?:yo~)?soy~(?:(?:muy|gravemente|bastante|súper|extremadamente|un~poco)~)?(?:alérgic[oa]|intolerante)~(?:a~la~|a~los~|a~las~|al~|a~)|(?:yo~)?tengo~(?:una~)?alergia~(?:a~la~|a~los~|a~las~|al~|a~)',
    condition: `(?:yo~)?soy~${eats('celíac[oa]|celiac[oa]|diabétic[oa]|asmátic[oa]|epiléptic[oa]', 'y|pero|desde')}`,
    diet: `soy~(?:ahora~)?${eats('vegetarian[oa]|vegan[oa]', 'y|pero|desde|porque')}`,
    likes: 'me~(?:gustan?|encantan?)~(?:mucho~)?(?!que\\b|cuando\\b|cómo\\b|tu\\b|eso\\b|esto\\b|más\\b)',
    weighs: '(?:(?:yo|ahora)~){1,2}peso~(?:(?:ahora|actualmente|unos)~){0,2}',
    weighsAlone: 'peso~(?:(?:ahora|actualmente|unos)~){0,2}',
    measures: '(?:yo~)?mido~',
    has: '(?:yo~)?tengo~(?=(?:(?:dos|tres|cuatro|cinco|seis|\\d)~(?:hij[oa]s|herman[oa]s|perr[oa]s|gat[oa]s|niet[oa]s)|una?~(?:hij[oa]|herman[oa]|perr[oa]|gat[oa]))\\s*(?:[.,;!]|$|(?:pero|y)(?!\\p{L})))',
    instructions: `prefiero~(?:(?:las|tus|unas)~)?respuestas~(?=\\p{L})${OF_ANOTHER}|no~quiero~que~(?:uses|hagas|pongas|borres|elimines|modifiques|cambies|sobrescribas|toques|subas|despliegues|ejecutes|envíes|escribas|instales|publiques|compartas)~(?![^.;!]*(?:${NOW_ONLY}))|(?:usa~siempre|siempre~usa|(?:no~(?=\\p{L}+~nunca(?!\\p{L}))|nunca~)(?:uses|hagas|pongas|borres|elimines|modifiques|cambies|sobrescribas|toques|subas|despliegues|ejecutes|envíes|escribas|instales|publiques|compartas)(?:~nunca)?|resp[oó]nde(?:me|nos)?~siempre|a~partir~de~ahora)\\s*,?~\\p{L}+|(?:por~favor,?~)?mant[eé]n~(?:siempre~)?(?:tus|las)~respuestas~(?:breves|cortas|concisas)|${RULE_OF_WORK}s[oó]lo~(?-i:\\p{Lu})\\p{L}+~(?:puede|tiene~permiso~para)~(?:fusionar|publicar|desplegar|aprobar|borrar|hacer~(?:merge|push))(?!\\p{L})`,
  },
  it: {
    hasOnDay: `ho~(?![^.,;!?]*~(?:ogni|tutti|tutte)~)(?=(?:un[ao]?~|un['’]|l['’])?(?:appuntamento|esame(?!~di~coscienza)|colloquio|visita)(?!\\p{L}))${onDay('appuntamento|esame|colloquio|visita')}`,
    values: VALUE_WORDS.it,
    home: '(?:abito|vivo|abitiamo)~(?:(?:ora|adesso|attualmente)~)?(?:con~(?:(?:il|la|i|le)~)?(?:mi[oae]|miei|nostr[oaie])~(?:\\p{L}+~){1,2}?)?(?:a|in|ad)~',
    moved: `(?:mi~sono~(?:appena~)?trasferit[oa]|ci~siamo~(?:appena~)?trasferit[ie])(?:~da~${OLD})?~(?:a|in|ad)~`,
    age: '(?:ora~)?ho~(?=\\d{1,3}~anni\\s*(?:[.,!]|$|e))',
    employer: 'lavoro~(?:(?:ora|adesso|attualmente)~)?(?:per|presso|da|alla)~',
    occupation: `lavoro~(?:(?:ora|adesso|attualmente)~)?come~${job('ist[ao]|ier[ea]|tore|sore|trice|log[oa]|nte|ssa|aio|aia|ogat[oa]|etto|etta|medico|cuoc[oa]|ere', 'niente|precedente|previsto|visto|vere', 'in|a|al|alla|per|presso|e|da|con')}`,
    name: '(?:mi~chiamo|il~mio~nome~è)~',
    called: '(?:(?:il~)?mio|(?:la~)?mia|(?:il~)?nostro|(?:la~)?nostra)~(?<attr>\\p{L}+)~si~chiama~',
    allergic:
      "(?:io~)?sono~(?:(?:molto|gravemente|fortemente|estremamente|un~po['’])~)?(?:allergic[oa]|intollerante)~(?:alla~|al~|allo~|alle~|agli~|ai~|all['’]|a~)|(?:io~)?ho~un['’]allergia~(?:alla~|al~|allo~|alle~|agli~|ai~|all['’]|a~)",
    condition: `(?:io~)?sono~${eats('celiac[oa]|diabetic[oa]|asmatic[oa]|epilettic[oa]', 'e|ma|da')}`,
    diet: `sono~(?:ora~)?${eats('vegetarian[oa]|vegan[oa]', 'e|ma|da|perché')}`,
    likes: '(?:mi~piac(?:e|ciono)|adoro)~(?!che\\b|quando\\b|come\\b|il~tuo\\b|la~tua\\b|questo\\b|molto~che\\b)',
    weighs: '(?:(?:io|ora|adesso)~){1,2}peso~(?:(?:ora|adesso|circa)~){0,2}',
    weighsAlone: 'peso~(?:(?:ora|adesso|circa)~){0,2}',
    measures: 'sono~alt[oa]~',
    has: 'ho~(?=(?:(?:due|tre|quattro|cinque|sei|\\d)~(?:figli|figlie|fratelli|sorelle|cani|gatti)|(?:un|una|uno)~(?:figlio|figlia|fratello|sorella|cane|gatto))\\s*(?:[.,;!]|$|(?:ma|e)(?!\\p{L})))',
    instructions: `preferisco~(?:(?:le|delle)~)?(?:tue~)?risposte~(?=\\p{L})${OF_ANOTHER}|non~voglio~che~tu~(?:usi|cancelli|elimini|modifichi|cambi|invii|scriva|installi|pubblichi|condivida|esegua)~(?![^.;!]*(?:${NOW_ONLY}))|(?:usa~sempre|non~\\p{L}+[aei]re~mai|rispondi(?:mi|ci)?~sempre|d['’]ora~in~poi)\\s*,?~\\p{L}+|(?:mantieni|tieni)~(?:sempre~)?(?:le~)?(?:tue~)?risposte~(?:brevi|corte|concise)|${RULE_OF_WORK}solo~(?-i:\\p{Lu})\\p{L}+~può~(?:pubblicare|approvare|cancellare|fare~(?:il~)?(?:merge|push|deploy))(?!\\p{L})`,
  },
  pt: {
    hasOnDay: `tenho~(?![^.,;!?]*~(?:todos|todas|cada)~)(?=(?:uma?~)?(?:consulta|exame|entrevista)(?!\\p{L}))${onDay('consulta|exame|entrevista')}`,
    values: VALUE_WORDS.pt,
    home: '(?:moro|vivo|moramos)~(?:(?:agora|atualmente)~)?(?:com~(?:[oa]s?~)?(?:meus?|minhas?)~(?:\\p{L}+~){1,2}?)?(?:em|no|na)~',
    moved: `(?:mudei-me|me~mudei|mudámo-nos|acabei~de~(?:me~mudar|mudar-me)|acab[aá]mos~de~(?:nos~mudar|mudar-nos)|nos~mudamos${SOME_TIME_AGO})(?:~d[eoa]~${OLD})?~para~(?:o~|a~)?`,
    age: '(?:agora~)?tenho~(?=\\d{1,3}~anos\\s*(?:[.,!]|$|e))',
    employer: 'trabalho~(?:(?:agora|atualmente)~)?(?:na|no|para~a|para~o|para)~',
    occupation: `trabalho~(?:(?:agora|atualmente)~)?como~${job('eir[oa]|ista|dora?|tora?|sora?|[oó]log[oa]|nte|ogad[oa]|etivo|etiva|itet[oa]', 'agora|outrora|primeir[oa]|dinheiro|bastante|durante', 'em|no|na|nos|nas|para|e|desde|há')}`,
    name: '(?:meu~nome~é|chamo-me|me~chamo)~',
    called: '(?:(?:o~)?meu|(?:a~)?minha|(?:o~)?nosso|(?:a~)?nossa)~(?<attr>\\p{L}+)~(?:se~chama|chama-se)~',
    allergic:
      '(?:eu~)?sou~(?:(?:muito|gravemente|bastante|extremamente|um~pouco)~)?(?:alérgic[oa]|intolerante)~(?:à~|ao~|aos~|às~|a~)|(?:eu~)?tenho~(?:uma~)?alergia~(?:à~|ao~|aos~|às~|a~)',
    condition: `(?:eu~)?sou~${eats('celíac[oa]|diabétic[oa]|asmátic[oa]|epilétic[oa]', 'e|mas|desde')}`,
    diet: `sou~(?:agora~)?${eats('vegetarian[oa]|vegan[oa]', 'e|mas|desde|porque')}`,
    likes: '(?:eu~)?(?:gosto~de|adoro)~(?!que\\b|quando\\b|como\\b|isso\\b|isto\\b|seu\\b|sua\\b|te\\b)',
    weighs: '(?:(?:eu|agora)~){1,2}peso~(?:(?:agora|cerca~de)~)?',
    weighsAlone: 'peso~(?:(?:agora|cerca~de)~)?',
    instructions: `prefiro~(?:(?:as~)?(?:tuas|suas)~|as~)?respostas~(?=\\p{L})${OF_ANOTHER}|não~quero~que~(?:tu~|você~)?(?:uses?|apagues?|altere[s]?|envies?|escrevas?|instales?|publiques?|execute[s]?)~(?![^.;!]*(?:${NOW_ONLY}))|(?:use~sempre|nunca~(?:faças?|façam)(?=~(?:o~|um~)?(?:deploy|push|merge|commit)(?!\\p{L}))|nunca~(?:use|apague|exclua|remova|altere|envie|execute|instale|publique|escreva)|responda(?:-me|-nos)?~sempre|a~partir~de~agora)\\s*,?~\\p{L}+|(?:mantenha|mantém)~(?:sempre~)?(?:as~)?(?:suas~|tuas~)?respostas~(?:curtas|breves|concisas)|${RULE_OF_WORK}(?:só|somente|apenas)~(?-i:\\p{Lu})\\p{L}+~pode~(?:publicar|aprovar|apagar|fazer~(?:o~)?(?:merge|push|deploy))(?!\\p{L})`,
  },
  nl: {
    hasOnDay: `ik~heb~(?!${WITHIN}*(?<!\\p{L})(?:elke?|iedere?|geen|niet|gehad|gemist|afgezegd)(?!\\p{L}))${onDay('een~(?:\\p{L}+~)?(?:\\p{L}*afspraak|examen|tentamen|sollicitatiegesprek)')}`,
    values: VALUE_WORDS.nl,
    home: `(?:ik~woon|(?:we|wij)~wonen|${shared('woon', 'ik~(?:heet|ben|werk)|mijn~naam~is', 'en')})~(?:(?:nu|tegenwoordig|inmiddels)~|sinds~(?:\\p{L}+~){1,3}?)?(?:met~(?:mijn|onze?)~(?:\\p{L}+~){1,2}?)?in~`,
    moved: `(?:ik~ben|ben~ik|(?:wij|we)~zijn)~(?:${TIJDSTIP}~){0,4}(?:van~${OLD}~)?naar~(?=[^,.]{2,40}~verhuisd(?!\\p{L}))`,
    age: 'ik~ben~(?:nu~)?(?=\\d{1,3}~jaar(?:~oud)?\\s*(?:[.,!]|$|en))',
    employer: `(?:ik~werk|${shared('werk', 'ik~(?:heet|woon|ben)|mijn~naam~is', 'en')})~(?:(?:nu|tegenwoordig|inmiddels)~|sinds~(?:\\p{L}+~){1,3}?)?(?:bij|voor)~(?:de~|het~)?`,
    occupation: `(?:ik~werk|werk~ik)~(?:(?:nu|tegenwoordig|inmiddels)~|sinds~(?:\\p{L}+~){1,3}?)?als~${job('er|ster|eur|euse|ist|iste|ent|ente|aar|loog|loge|kundige|ante?|arts|kok|lares|man|vrouw|medewerkster', 'eerder|ander|beter|later|vroeger|altijd|partner|eerste|laatste', 'bij|in|op|en|sinds|voor|aan')}`,
    name: '(?:ik~heet|mijn~naam~is)~',
    called: '(?:mijn|onze?)~(?<attr>\\p{L}+)~heet~',
    allergic:
      '(?:ik~ben|ben~ik)~(?:(?:heel|erg|zwaar|ernstig|enorm|een~beetje)~)?allergisch~voor~|(?:ik~heb|heb~ik)~een~(?:(?:zware|lichte)~)?allergie~voor~',
    condition: `(?:ik~ben|ben~ik)~${eats('diabeet|astmaticus|lactose-intolerant', 'en|maar|sinds')}`,
    diet: `(?:ik~ben|ben~ik)~(?:nu~)?${eats('vegetariër|veganist|vegetarisch|vegan', 'en|maar|sinds|omdat')}`,
    likes: 'ik~(?:hou~van|haat)~(?!je\\b|jou\\b|het\\b|dat\\b|dit\\b|hoe\\b)',
    weighs: 'ik~weeg~(?:(?:nu|ongeveer|momenteel)~){0,2}',
    instructions: `(?:gebruik~(?:altijd|nooit)|(?:verwijder|wis|wijzig|overschrijf|verstuur|stuur|push|deploy|installeer|publiceer)~nooit|antwoord~(?:me~|mij~|ons~)?altijd|vanaf~nu|voortaan)\\s*,?~\\p{L}+|hou(?:d)?~(?:je~|de~|alle~)?antwoorden~(?:altijd~)?(?:kort|bondig)(?!\\p{L})|${RULE_OF_WORK}alleen~(?-i:\\p{Lu})\\p{L}+~mag~(?:[^,.;:]{2,30}~)?(?:mergen|pushen|deployen|releasen|publiceren|goedkeuren|verwijderen)(?!\\p{L})`,
  },
  sv: {
    values: VALUE_WORDS.sv,
    home: '(?:jag|vi)~bor~(?:(?:nu|numera)~)?(?:med~(?:min|mina|mitt|vår[at]?)~(?:\\p{L}+~){1,2}?)?i~',
    moved: `(?:jag|vi)~(?:har~(?:nyligen~)?flyttat|flyttade)(?:~från~${OLD})?~till~`,
    age: 'jag~är~(?:nu~)?(?=\\d{1,3}~år(?:~gammal)?\\s*(?:[.,!]|$|och))',
    employer: 'jag~(?:jobbar|arbetar)~(?:(?:nu|numera)~)?(?:på|hos|för)~',
    occupation: `jag~(?:jobbar|arbetar)~(?:(?:nu|numera)~)?som~${job('are|ist|ör|sköterska|läkare|ent|ant|log|kock|man|skötare', 'tidigare|förare|bara|bättre', 'på|i|hos|och|sedan')}`,
    name: '(?:jag~heter|mitt~namn~är)~',
    called: '(?:min|mitt|vår|vårt)~(?<attr>\\p{L}+)~heter~',
    allergic: 'jag~är~(?:(?:mycket|svårt|väldigt|starkt|lite)~)?allergisk~mot~|jag~har~(?:en~)?allergi~mot~',
    diet: `jag~är~(?:nu~)?${eats('vegetarian|vegan', 'och|men|sedan')}`,
    likes: 'jag~(?:gillar|älskar|hatar)~(?!det\\b|dig\\b|att~du\\b|hur\\b|inte\\b|din\\b)',
    weighs: 'jag~väger~(?:(?:nu|ungefär)~){0,2}',
    instructions:
      '(?:använd~(?:alltid|aldrig)|(?:radera|ta~bort|ändra|skicka|pusha|deploya|mergea|committa|installera|publicera|kör)~aldrig|svara~(?:mig~|oss~)?alltid|från~och~med~nu)\\s*,?~\\p{L}+',
  },
  ru: {
    home: `(?:я~(?:(?:сейчас|теперь)~)?живу|${shared('живу', 'меня~зовут|мне', 'и')})~(?:(?:сейчас|теперь)~)?во?~`,
    moved: 'я~(?:недавно~)?переехала?~во?~',
    employer: `(?:я~(?:(?:сейчас|теперь)~)?работаю|${shared('работаю', 'меня~зовут|мне|я~живу', 'и')})~(?:(?:сейчас|теперь)~)?во?~`,
    name: 'меня~зовут~',
    likes: 'я~(?:люблю|обожаю|ненавижу)~(?!(?:тебя|вас|это|когда|как)(?!\\p{L}))',
    instructions: '(?:всегда~используй|никогда~не~\\p{L}+й(?=~|те~)|отвечай~всегда|всегда~отвечай|с~этого~момента)(?:те)?\\s*,?~\\p{L}+',
  },
  zh: {
    isUnspaced: true,
    home: `我(?:现在|目前)?住在${ZH_SOMEWHERE}`,
    moved: `我(?:已经|刚刚?|最近|上个月|上周)?搬到了?${ZH_SOMEWHERE}`,
    employer: `我(?:现在|目前)?在${ZH_NO_FIRM}(?=[\\p{Script=Han}]{2,12}(?:工作|上班)(?:[，。！,.!\\s]|$))`,
    name: `我(?:的名字叫|叫${ZH_NAME})(?=[\\p{Script=Han}]{2,4}(?:[，。！,.!\\s]|$))`,
    likes: '我(?:很|最|非常)?(?:喜欢|讨厌)(?!你|这|那|它)',
    told: {
      own: '(?:我们?的)?(?<attr>截止日期|期限|预算|房租|生日|会议|发布日期)',
      shared: '(?:我们?的)?(?<attr>端口(?:号)?)',
      is: ['(?:现在)?是(?:在)?', '(?=[，。！,.!\\s]|$)'],
      became: ['(?:已经|已)?(?:改|推迟|提前|延期|涨|降)(?:到|至|为|成)了?', '了?(?=[，。！,.!\\s]|$)'],
      joins: '[，,、]',
    },
    weighs: '我(?:现在|目前)?(?:的)?体重(?:是|有)?',
    measures: '我(?:现在|目前)?(?:的)?身高(?:是|有)?',
    chose: '我们(?:已经|最终)?(?:决定(?:使用|采用|用)|选择了|选了)(?=[A-Za-z][\\w.+#-]*(?:[，。！,.!\\s]|$))',
    instructions: '(?:请|以后)?(?:务必|始终)(?:使用|用|回答|写)|从现在起|请始终',
  },
  ja: {
    isUnspaced: true,
    home: `(?:私|僕|俺)は(?:今は?、?|現在は?、?)?${JA_SOMEWHERE}(?=[\\p{Script=Han}\\p{Script=Katakana}ー]{2,12}に住んで(?:い)?(?:ます|る)${JA_ENDS})`,
    moved: `(?:私|僕|俺)は(?:先月|最近|今年)?、?${JA_SOMEWHERE}(?=[\\p{Script=Han}\\p{Script=Katakana}ー]{2,12}に引っ越し(?:ました|た)${JA_ENDS})`,
    employer: `(?:私|僕|俺)は(?:今は?、?|現在は?、?)?${JA_NO_FIRM}(?=[\\p{Script=Han}\\p{Script=Katakana}ー]{2,12}で働いて(?:い)?(?:ます|る)${JA_ENDS})`,
    name: '(?:私|僕)の名前は(?=[\\p{Script=Han}\\p{Script=Katakana}ー]{2,8}です)',
    told: {
      own: '(?:(?:私|僕|俺)の|私たちの|うちの)?(?<attr>締め?切り?|期限|予算|家賃|誕生日|会議|リリース日?)',
      shared: '(?:(?:私|僕|俺)の|私たちの)?(?<attr>ポート(?:番号)?)',
      is: ['は(?:今は?、?)?', `(?:です|だ)${JA_ENDS}`],
      became: ['(?:は|が)', `に(?:(?:変更|延期)(?:されました|しました|になりました)|なりました|変わりました)${JA_ENDS}`],
      joins: '、',
    },
    instructions: '(?:これからは|今後は|必ず|常に)(?=.{2,80}(?:してください|ください|すること))',
  },
};
