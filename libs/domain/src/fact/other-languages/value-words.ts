import { SINCE_WHEN } from '../since-when.ts';

/** Words of a language for things and their values; regular expressions, `~` for white space. */
export interface ValueWords {
  /** Words of which each of these statements has one, and few sentences of other languages do. */
  readonly sign: string;
  /** "My" and "our". */
  readonly mine: string;
  /** "The", with the space behind it where there is one. */
  readonly the: string;
  /** "Is now", up to the value. */
  readonly is: string;
  /** "Is" before the thing itself, behind since when. */
  readonly isFirst?: string;
  /** "Is no longer", up to the value that is over. */
  readonly isNoLonger: string;
  /** Behind the name of a thing: that its value was moved, up to the new value. */
  readonly changed?: string;
  /** "Not", before the value that was wrong. */
  readonly not: string;
  /** The change that we made to a thing, before its name and behind it up to the new value. */
  readonly weChanged?: { readonly before: string; readonly behind: string };
  /** "The plan costs", up to the price, and the word for a price. */
  readonly costs?: { readonly words: string; readonly price: string };
  /** "Listens on port", up to the number. */
  readonly port: string;
  /** Names of what somebody likes best, with "my" before, which is left out of the name. */
  readonly favourite: string;
  /** Posts that one person holds at a time. */
  readonly role: string;
  /** "We use", up to the program; and "now Y instead of X", with `old` for the one before. */
  readonly weUse?: string;
  readonly instead?: string;
  /** "I use", and "the API uses" with `attr` for what uses it, up to the program. */
  readonly iUse?: string;
  readonly itUses?: string;
  /** "We no longer use", with `{old}` for the program. */
  readonly disuse?: string;
  /** "We upgraded X to version", with `attr` for the program and what must stand behind the number. */
  readonly upgraded?: string;
  /** Things that are a program with its version: "die Datenbank ist Postgres 16". */
  readonly programs: string;
  /** "I like to drink", up to the thing, and that this is no longer so. */
  readonly enjoys?: string;
  readonly noLonger?: string;
}

/** "From 300 to", up to the word before the new value. */
const from = (words: string): string => `(?:${words}~(?<old>(?:(?!~${words}~)[^,;]){1,30}?)~)?`;

const NAME = '\\p{L}(?:[\\p{L}\\p{N}.+#/-]*[\\p{L}\\p{N}+#])?';
const OLD = `(?<old>${NAME})`;
/** Nothing says where alone the new one is used. */
const END = '\\s*(?:[.;!]|$)';
const PROGRAM = `(?<attr>${NAME})`;

const JETZT = `(?:(?:jetzt|nun|inzwischen|mittlerweile|derzeit|künftig|ab~(?:jetzt|sofort)|${SINCE_WHEN})~)?`;

export const VALUE_WORDS = {
  de: {
    sign: 'ich|wir|ist|sind|liegt|beträgt|lautet|steht|wurde|wird|verschiebt|steigt|sinkt|kostet|läuft|lauscht|hört|nutzt|verwendet|benutzt',
    mine: 'meine?|unsere?',
    the: '(?:der|die|das)~',
    is: `(?:ist|liegt|beträgt|lautet|steht)(?:~(?:jetzt|nun|inzwischen|mittlerweile|derzeit|ab~(?:sofort|jetzt)|${SINCE_WHEN}))?(?:~(?:am|um|bei|auf|der))?`,
    isFirst: `(?<=${SINCE_WHEN}~)(?:ist|liegt|beträgt|lautet)`,
    not: 'nicht(?:~mehr)?(?:~(?:am|um|bei|auf|der))?',
    isNoLonger: '(?:ist|liegt|beträgt|lautet|steht)~nicht~(?:mehr|länger)(?:~(?:am|um|bei|auf|der))?',
    changed: `(?:(?:wurde|wird|ist)~(?:jetzt~|nun~)?(?:(?:verschoben|verlegt|vorverlegt|vertagt|erhöht|angehoben|gesenkt|gekürzt|reduziert)~|(?=[^,;]{1,70}~(?:verschoben|verlegt|vorverlegt|erhöht|angehoben|gesenkt|gekürzt|reduziert|geändert|gestiegen|gesunken|gefallen|verlängert|verkürzt)(?!\\p{L})))|verschiebt~sich~|(?:steigt|sinkt)~(?:jetzt~)?)${from('(?:vo[nm])')}auf~(?:den~)?`,
    weChanged: {
      before: '(?:wir~haben|ich~habe)~(?:jetzt~)?(?:(?:beschlossen|entschieden),?~)?(?:de[nr]|die|das|unsere?n?|meine?n?)~',
      behind: `${from('von')}auf~(?:den~)?(?=[^,;]{1,30}~(?:verschoben|verlegt|erhöht|angehoben|gesenkt|gekürzt|reduziert|geändert|gesetzt|verlängert|verkürzt|zu~(?:verschieben|verlegen|vertagen)|vorzuverlegen)(?!\\p{L}))`,
    },
    costs: { words: 'kostet(?:~(?:jetzt|nun|inzwischen|ab~sofort))?', price: 'preis' },
    port: '(?:(?:läuft|lauscht|hört)~(?:(?:jetzt|nun|inzwischen)~)?auf|(?:nutzt|verwendet|benutzt)~(?:(?:jetzt|nun|inzwischen)~)?)~port',
    favourite: 'meine?~(?<attr>lieblings\\p{L}+)~(?:ist|sind)(?:~(?:jetzt|inzwischen|mittlerweile|nun))?',
    programs: '(?:\\p{L}*(?:datenbank|cache)|db|(?:message~)?broker|suchmaschine|laufzeitumgebung|warteschlange|queue)',
    role: '\\p{L}*(?:leiter|leiterin|chefin|chef|geschäftsführer|geschäftsführerin|manager|managerin|ansprechpartner|ansprechpartnerin|vermieter|vermieterin)',
    weUse: `(?:(?<=${SINCE_WHEN}~)(?:benutzen|verwenden|nutzen)~wir~${JETZT}|wir~(?:(?:jetzt|derzeit)~)?(?:(?:benutzen|verwenden|nutzen)~${JETZT}|setzen~${JETZT}auf~))`,
    disuse: 'wir~(?:benutzen|verwenden|nutzen)~(?=kein|[^,.;]{1,40}~nicht~mehr)(?:keine?n?~)?{old}~(?:nicht~)?mehr',
    instead: `wir~(?:benutzen|verwenden|nutzen)~(?:in~diesem~(?:projekt|repo|team)~)?(?:jetzt|nun|inzwischen)~(?=${NAME}~(?:statt|anstelle~von|anstatt)~${OLD}${END})`,
    upgraded: `(?:wir~haben|ich~habe)~${PROGRAM}~(?:von~(?<old>v?\\d[\\d.]*)~)?auf~(?:version~)?(?=v?\\d[\\d.]*~(?:aktualisiert|angehoben|aufgerüstet|gehoben|umgestellt)(?!\\p{L}))`,
    enjoys: 'ich~(?:trinke|esse|höre|lese|spiele|fahre)~gerne?~(?=\\p{Lu}?\\p{L}+\\s*(?:[.,!]|$|und))',
    noLonger: 'ich~(?:trinke|esse|höre|lese|spiele|fahre|mag)~keine?n?~(?=\\p{L}+~mehr\\s*(?:[.,!]|$))',
  },
  fr: {
    sign: "(?:n['’])?est|sont|a~été|avons|on~a|ils~ont|(?:j['’])?utilise|on~n['’]utilise|utilisons|nous~n['’]utilisons|j['’]ai|coûte|écoute|tourne|utilise|je~ne",
    mine: 'mon|ma|mes|notre|nos',
    the: "(?:(?:le|la|les)~|l['’])",
    is: `(?:est|sont)(?:~(?:maintenant|désormais|actuellement|${SINCE_WHEN}))?(?:~(?:prévue?|fixée?))?(?:~(?:de|le|pour~le|au|à))?`,
    not: '(?:et~)?(?:non|pas)(?:~(?:de|le|au|à))?',
    isNoLonger: "n['’]est~plus(?:~(?:prévue?|fixée?))?(?:~(?:de|le|pour~le|au|à))?",
    changed: `(?:a~été|est)~(?:maintenant~|désormais~)?(?:reportée?|déplacée?|repoussée?|avancée?|portée?|augmentée?|réduite?|passée?|montée?|descendue?)~${from('d[eu]')}(?:au|à)~`,
    weChanged: {
      before:
        "(?:nous~avons|on~a|ils~ont|j['’]ai)~(?:reporté|déplacé|repoussé|avancé|augmenté|réduit|baissé|changé|passé|décidé~de~(?:reporter|déplacer|repousser|avancer))~(?:le|la|l['’]|notre|mon|ma)~",
      behind: `${from('de')}(?:à|au)~`,
    },
    costs: { words: 'coûte(?:~(?:maintenant|désormais))?', price: 'prix' },
    port: '(?:(?:écoute|tourne)~(?:(?:maintenant|désormais)~)?sur|utilise(?:~(?:maintenant|désormais))?)~le~port',
    favourite:
      "(?:mon|ma)~(?<attr>\\p{L}+(?:~\\p{L}+)?~(?:préférée?|favorite?))~est(?:~(?:maintenant|désormais))?(?:~(?:le|la|les|l[’']))?",
    programs: "(?:base~de~données|bdd|cache|broker|moteur~de~recherche|file~d['’]attente|runtime)",
    role: '(?:chef|cheffe|responsable|directeur|directrice|propriétaire)(?:~(?:de|du)~\\p{L}+)?',
    weUse: `(?:on~utilise|nous~utilisons)~(?:(?:maintenant|désormais|${SINCE_WHEN})~)?`,
    iUse: "j['’]utilise~(?:(?:maintenant|désormais|actuellement)~)?",
    itUses:
      "(?:(?:le|la|notre)~|l['’])(?<attr>api|appli(?:cation)?|app|backend|frontend|serveur|service|projet|site|worker|pipeline|équipe|interface|outil|bot)~utilise~(?:(?:maintenant|désormais|actuellement)~)?",
    disuse: "(?:on~n['’]utilise|nous~n['’]utilisons)~plus~(?!qu(?:e~|['’])|de~|d['’]){old}",
    instead: `(?:on~utilise|nous~utilisons)~(?:maintenant|désormais)~(?=${NAME}~(?:à~la~place~de|au~lieu~de)~${OLD}${END})`,
    upgraded: `(?:nous~avons|on~a|j['’]ai)~(?:mis~à~jour|migré|passé)~${PROGRAM}~(?:vers|en|à)~(?:la~)?(?:version~)?(?=v?\\d)`,
    noLonger: 'je~ne~(?:bois|mange|aime)~plus~(?:de~|le~|la~)(?=\\p{L}+\\s*(?:[.,!]|$))',
  },
  es: {
    sign: 'es|son|se|fue|ha|subió|bajó|pasó|cuesta|escucha|corre|usa|utiliza|hemos|han|he~\\p{L}+d?o|usamos|utilizamos|dejamos|ya~no',
    mine: 'mi|nuestr[oa]s?',
    the: '(?:el|la|los|las)~',
    is: `(?:(?:ahora~)?es|(?:ahora~)?son)(?:~(?:ahora|actualmente|${SINCE_WHEN}))?(?:~(?:de|el|a~las))?`,
    not: 'no(?:~(?:de|el|a~las))?',
    isNoLonger: 'ya~no~es(?:~(?:de|el|a~las))?',
    changed: `(?:se~(?:movió|aplazó|pospuso|adelantó|cambió|ha~movido|ha~aplazado|ha~cambiado|ha~pasado|ha~pospuesto)|fue~(?:aplazad|pospuest|movid|cambiad)[oa]|ha~(?:subido|bajado|pasado)|(?:subió|bajó|pasó))~${from('(?:del?)')}(?:al|a)~`,
    weChanged: {
      before:
        '(?:hemos|han|he)~(?:subido|bajado|cambiado|aumentado|reducido|movido|aplazado|pasado|retrasado|adelantado|pospuesto|decidido~(?:retrasar|aplazar|posponer|mover|adelantar|pasar))~(?:el|la|nuestr[oa]|mi)~',
      behind: `${from('de')}(?:al|a)~`,
    },
    costs: { words: 'cuesta(?:~ahora)?', price: 'precio' },
    port: '(?:ahora~)?(?:(?:escucha|corre)~(?:ahora~)?en|(?:usa|utiliza)(?:~ahora)?)~el~puerto',
    favourite: 'mi~(?<attr>\\p{L}+(?:~\\p{L}+)?~(?:favorit|preferid)[oa])~(?:ahora~)?es(?:~ahora)?(?:~(?:el|la|los|las))?',
    programs: '(?:base~de~datos|bd|caché?|broker|motor~de~búsqueda|cola(?:~de~mensajes)?|runtime)',
    role: '(?:jef[ea]|director|directora|responsable|casero|casera)(?:~(?:de|del)~\\p{L}+)?',
    weUse: `(?:usamos|utilizamos)~(?:(?:ahora|${SINCE_WHEN})~)?`,
    disuse: '(?:ya~no~(?:usamos|utilizamos)|(?:hemos~dejado|dejamos)~de~(?:usar|utilizar))~{old}',
    instead: `(?:ahora~(?:usamos|utilizamos)|(?:usamos|utilizamos)~ahora)~(?=${NAME}~en~(?:lugar|vez)~de~${OLD}${END})`,
    upgraded: `hemos~(?:actualizado|migrado)~${PROGRAM}~a~(?:la~versión~)?(?=v?\\d)`,
    noLonger: 'ya~no~(?:bebo|como|tomo)~(?=\\p{L}+\\s*(?:[.,!]|$))',
  },
  it: {
    sign: 'è|abbiamo|hanno|ho|ascolta|gira|usa|utilizza|usiamo|non',
    mine: '(?:il~)?mio|(?:la~)?mia|(?:il~)?nostro|(?:la~)?nostra',
    the: "(?:(?:il|la|lo|i|le)~|l['’])",
    is: '(?:(?:ora|adesso)~)?è(?:~(?:ora|adesso|attualmente))?(?:~(?:di|il|la|alle|previst[oa]~(?:per~)?il))?',
    not: 'non(?:~(?:di|il|alle))?',
    isNoLonger: 'non~è~più(?:~(?:di|il|alle))?',
    changed: `è~(?:stat[oa]~)?(?:ora~)?(?:spostat|rinviat|rimandat|anticipat|portat|aumentat|ridott|salit|sces|passat)[oa]~${from('dal?(?:le)?')}(?:al(?:le)?|a|all['’])~`,
    weChanged: {
      before:
        '(?:abbiamo|hanno|ho)~(?:spostato|rinviato|anticipato|aumentato|ridotto|portato|cambiato|alzato|abbassato|deciso~di~(?:spostare|rinviare|rimandare|anticipare))~(?:il|la|il~nostro|la~nostra)~',
      behind: `${from('da')}(?:al|a)~`,
    },
    port: '(?:ora~)?(?:(?:ascolta|gira)~(?:ora~)?sulla|(?:usa|utilizza)(?:~ora)?~la)~porta',
    favourite: '(?:il~mio|la~mia)~(?<attr>\\p{L}+(?:~\\p{L}+)?~preferit[oa])~(?:ora~)?è(?:~(?:ora|adesso))?(?:~(?:il|la|lo))?',
    programs: '(?:database|db|cache|broker|motore~di~ricerca|coda(?:~di~messaggi)?|runtime)',
    role: '(?:responsabile|direttore|direttrice|capo)(?:~(?:di|del|della)~\\p{L}+)?',
    weUse: 'usiamo~(?:(?:ora|adesso)~)?',
    disuse: 'non~usiamo~più~{old}',
    instead: `(?:ora~usiamo|usiamo~ora)~(?=${NAME}~(?:al~posto~di|invece~di)~${OLD}${END})`,
    upgraded: `abbiamo~aggiornato~${PROGRAM}~(?:alla~versione~|a~)(?=v?\\d)`,
    noLonger: 'non~(?:bevo|mangio)~più~(?=\\p{L}+\\s*(?:[.,!]|$))',
  },
  pt: {
    sign: 'é|foi|(?:adi|mud|pass|antecip|aument)(?:[aá]mos|ei|aram)|reduzi\\p{L}*|subiu|baixou|passou|escuta|roda|corre|usa|utiliza|usamos|deix[aá]mos|já',
    mine: '(?:o~)?meu|(?:a~)?minha|(?:o~)?nosso|(?:a~)?nossa',
    the: '(?:o|a|os|as)~',
    is: '(?:agora~)?é(?:~(?:agora|atualmente))?(?:~(?:de|em|às|a|na|no(?:~dia)?))?',
    not: 'não(?:~(?:de|em|às|a))?',
    isNoLonger: '(?:já~não~é|não~é~mais)(?:~(?:de|em|às|a))?',
    changed: `(?:foi~(?:adiad|movid|mudad|transferid|antecipad|alterad|aumentad|reduzid)[oa]|subiu|baixou|passou)~${from('(?:de|d[oa](?:~dia)?)')}(?:para~(?:o~|a~)?(?:dia~)?|a~)`,
    weChanged: {
      before:
        '(?:(?:adi|mud|pass|antecip|aument)(?:[aá]mos|ei|aram)|reduzi(?:mos|ram)?)~(?:(?:[oa]s?)(?:~(?:nosso|nossa|meu|minha))?|nosso|nossa|meu|minha)~',
      behind: `${from('(?:de|d[oa](?:~dia)?)')}para~(?:o~|a~)?(?:dia~)?`,
    },
    port: '(?:agora~)?(?:(?:escuta|roda|corre)~(?:agora~)?na|(?:usa|utiliza)(?:~agora)?~a)~porta',
    favourite: '(?:o~)?(?:meu|minha)~(?<attr>\\p{L}+(?:~\\p{L}+)?~(?:favorit|preferid)[oa])~(?:agora~)?é(?:~agora)?(?:~(?:o|a))?',
    programs: '(?:base~de~dados|banco~de~dados|cache|broker|motor~de~busca|fila(?:~de~mensagens)?|runtime)',
    role: '(?:chefe|diretor|diretora|gerente|responsável)(?:~(?:de|do|da)~\\p{L}+)?',
    weUse: 'usamos~(?:agora~)?',
    disuse: '(?:já~não~usamos|não~usamos~mais|deix[aá]mos~de~usar)~(?:[oa]~)?{old}',
    instead: `(?:agora~usamos|usamos~agora)~(?=${NAME}~em~vez~de~${OLD}${END})`,
    noLonger: 'já~não~(?:bebo|como)~(?=\\p{L}+\\s*(?:[.,!]|$))',
  },
  nl: {
    sign: 'de|het|mijn|onze|ons|ik|wij|(?:we|ze)~(?:gebruiken|hebben)',
    mine: 'mijn|onze|ons',
    the: '(?:de|het)~',
    is: 'is(?:~(?:nu|inmiddels|voortaan|tegenwoordig))?(?:~(?:op|om|gepland~op))?',
    not: 'niet(?:~(?:op|om))?',
    isNoLonger: 'is~niet~(?:meer|langer)(?:~(?:op|om))?',
    changed: `(?:is|werd)~(?:nu~)?(?:(?:verplaatst|verschoven|verzet|uitgesteld|vervroegd|verhoogd|verlaagd|gestegen|gedaald)~|(?=[^,;]{1,70}~(?:verplaatst|verschoven|verzet|verhoogd|verlaagd|gewijzigd|gestegen|gedaald)(?!\\p{L})))${from('van')}(?:naar|tot|op)~`,
    weChanged: {
      before: '(?:we|wij|ze|ik)~(?:hebben|heb)~(?:nu~)?(?:besloten~(?:om~)?)?(?:de|het|onze|ons|mijn)~',
      behind: `${from('van')}naar~(?=[^,;]{1,30}~(?:verplaatst|verschoven|verzet|verhoogd|verlaagd|gewijzigd|gezet|te~(?:verplaatsen|verschuiven|verzetten))(?!\\p{L}))`,
    },
    port: '(?:luistert|draait)~(?:nu~)?op~poort',
    favourite: 'mijn~(?<attr>(?:favoriete~\\p{L}+|lievelings\\p{L}+))~is(?:~(?:nu|inmiddels|tegenwoordig))?',
    programs: '(?:\\p{L}*database|db|cache|(?:message~)?broker|zoekmachine|wachtrij|runtime)',
    role: '\\p{L}*(?:leider|leidster|manager|directeur|directrice|huisbaas)',
    weUse: '(?:we|wij)~gebruiken~(?:(?:nu|inmiddels|voortaan)~)?',
    disuse: '(?:we|wij)~gebruiken~(?=geen~|[^,.;]{1,40}~niet~meer)(?:geen~)?{old}~(?:niet~)?meer',
    instead: `(?:we|wij)~gebruiken~nu~(?=${NAME}~in~plaats~van~${OLD}${END})`,
    upgraded: `(?:we|wij)~hebben~${PROGRAM}~(?:bijgewerkt|geüpgraded)~naar~(?:versie~)?(?=v?\\d)`,
    noLonger: 'ik~(?:drink|eet)~geen~(?=\\p{L}+~meer\\s*(?:[.,!]|$))',
  },
  sv: {
    sign: 'är|har|flyttades|flyttats|höjts|höjdes|sänkts|sänktes|skjutits|lyssnar|kör|använder|dricker|äter',
    mine: 'min|mitt|vår|vårt',
    // The article is the end of the word.
    the: '',
    is: 'är(?:~(?:nu|numera))?(?:~(?:på|den|kl\\.?))?',
    not: 'inte(?:~(?:på|den))?',
    isNoLonger: 'är~inte~längre(?:~(?:på|den|kl\\.?))?',
    changed: `(?:har~)?(?:flyttats|flyttades|höjts|höjdes|sänkts|sänktes|skjutits~upp)~${from('från')}till~(?:den~)?`,
    port: '(?:lyssnar|kör)~(?:nu~)?på~port',
    favourite: 'min~(?<attr>favorit\\p{L}+)~är(?:~(?:nu|numera))?',
    programs: '(?:\\p{L}*databas|db|cache|(?:message~)?broker|sökmotor|kö|runtime)',
    role: '\\p{L}*(?:chef|ledare)',
    weUse: 'vi~använder~(?:(?:nu|numera)~)?',
    disuse: 'vi~använder~inte~längre~{old}',
    instead: `vi~använder~nu~(?=${NAME}~i~stället~för~${OLD}${END})`,
    noLonger: 'jag~(?:dricker|äter)~inte~längre~(?=\\p{L}+\\s*(?:[.,!]|$))',
  },
} satisfies Readonly<Record<string, ValueWords>>;
