/** Words by which a language asks for something that has a name; regular expressions of whole words. */
export interface NameWords {
  readonly which: string;
  /**
   * Asks for a person or a place, at the beginning of a question. Where a thing is or how it is done somewhere has seldom a
   * name: "where is the timeout set", so these do not count.
   */
  readonly who: string;
  /** Kinds of things of which each has a name of its own: works, people, groups and places. */
  readonly things: string;
}

/** "Wie" is "who" in Dutch and "how" in German: words that a question in Dutch has, and none of German. */
const DUTCH_BESIDE =
  ' (?:[^?!]* )?(?:de|het|een|is|was|zijn|waren|heeft|hebben|had|hadden|wordt|werd|gaat|ging|gingen|doet|deed|kan|kon|wil|wilde|zei|kwam|ik|jij|je|hij|zij|ze|wij|we|mijn|haar|hun|onze|ons|dit|dat|deze|naar|voor|met|bij|uit|niet|ook)(?!\\p{L})';
const GERMAN_BESIDE =
  ' (?:[^?!]* )?(?:ist|sind|war|hat|habe|haben|hatte|hatten|wird|wurde|kann|können|geht|heißt|hieß|der|das|dem|des|ein|eine|einen|einem|einer|viele?|lange|alt|hoch|oft|weit|groß|es|ich|du|wir|ihr)(?!\\p{L})';

/**
 * By language. German is left out, as it writes every noun with a capital, and so are scripts that have none: there a
 * name does not show.
 */
export const NAME_WORDS: Readonly<Record<string, NameWords>> = {
  en: {
    which: 'which|what',
    who: "(?:(?:and|but|so|with|to|from) )?(?:who|whom|where(?!(?:[’']s| is| are| do| does) (?:the|this|that|these|those|it|an?) ))",
    things:
      '(?:(?:book|novel|movie|film|show|song|album|podcast|game|band|singer|musician|artist|author|writer|poet|actor|director|composer|player|team|club|brand|app|website|magazine|newspaper|language|town|village|region|island|river|mountain|street|place|location|museum|park|restaurant|cafe|shop|school|college|person|friend|colleague|neighbou?r|name|(?<!(?:is|was) the )(?:state(?! of )|store))s?|series|people|(?:compan|charit|cit|countr|universit)(?:y|ies)|organi[sz]ations?)' +
      // Parts of such a thing have no name: a store's id, an app's version, the state of a build.
      '(?! (?:ids?|keys?|types?|codes?|versions?|sizes?|numbers?|fields?|files?|paths?|urls?|class|classes|tables?|schemas?|settings?|machine|server|format|index)(?!\\p{L}))',
  },
  fr: {
    which: 'quel(?:le)?s?',
    who: "(?:avec |à |chez |pour )?qui|(?:d[’']|par )?où(?! (?:est|sont) (?:l[’']|(?:la|les?|ce|cet|cette|ces|une?) ))",
    things:
      '(?:livre|roman|film|série|chanson|album|podcast|groupe|chanteur|chanteuse|artiste|auteur|autrice|écrivain|acteur|actrice|compositeur|joueur|équipe|club|marque|application|magazine|journal|langue|entreprise|société|association|ville|village|région|île|rivière|montagne|rue|lieu|endroit|musée|parc|restaurant|café|magasin|école|université|personne|ami|amie|collègue|voisin|voisine|nom)s?|jeux?|journaux|lieux|pays',
  },
  es: {
    which: 'qué|cuál(?:es)?',
    who: '(?:con |a |de |para )?(?:quién(?:es)?|dónde(?! está[ns]? (?:el|las?|los|est[aeo]s?|es[aeo]s?|una?) ))|adónde',
    things:
      '(?:libro|novela|película|serie|álbum|podcast|juego|grupo|cantante|artista|escritor|escritora|poeta|actriz|compositor|jugador|equipo|club|marca|aplicación|revista|periódico|idioma|empresa|compañía|asociación|pueblo|región|isla|río|montaña|calle|sitio|museo|parque|restaurante|café|tienda|escuela|persona|amigo|amiga|colega|vecino|vecina|nombre)s?|(?:canci|organizaci)(?:ón|ones)|(?:autor|actor|director|lugar)(?:es)?|(?:ciudad|universidad)(?:es)?|país(?:es)?',
  },
  it: {
    which: 'qual[ei]|che',
    who: '(?:con |a |da |di |per )?(?:chi|dove(?! (?:è|sono) (?:il?|lo|l[ae]|gli|quest[aeio]|una?) ))',
    things:
      'libr[oi]|romanz[oi]|film|seri[ei]|canzon[ei]|album|podcast|gioc(?:o|hi)|grupp[oi]|cantant[ei]|artist[aie]|autor[ei]|scrittor[ei]|attor[ei]|attric[ei]|compositor[ei]|giocator[ei]|squadr[ae]|club|march[ei]o?|app|rivist[ae]|giornal[ei]|lingu[ae]|aziend[ae]|associazion[ei]|città|paes[ei]|villagg[io]+|region[ei]|isol[ae]|fium[ei]|montagn[ae]|vi[ae]|luog(?:o|hi)|post[oi]|muse[oi]|parc(?:o|hi)|ristorant[ei]|caffè|negoz[io]+|scuol[ae]|università|person[ae]|amic[oai]|amiche|collegh?[aei]|vicin[oaie]|nom[ei]',
  },
  pt: {
    which: 'qual|quais|que',
    who: '(?:com |a |de |para )?quem|(?:a|de|para )?onde(?! (?:está|estão|fica|ficam) (?:[ao]s?|est[ae]s?|ess[ae]s?|uma?) )',
    things:
      '(?:livro|romance|filme|série|álbum|podcast|jogo|banda|cantor|cantora|artista|autor|autora|escritor|escritora|poeta|ator|atriz|compositor|jogador|equipa|equipe|time|clube|marca|aplicativo|revista|língua|idioma|empresa|cidade|vila|aldeia|ilha|rio|montanha|rua|sítio|museu|parque|restaurante|café|loja|escola|universidade|pessoa|amigo|amiga|colega|vizinho|vizinha|nome)s?|canç(?:ão|ões)|jorna(?:l|is)|organizaç(?:ão|ões)|associaç(?:ão|ões)|país(?:es)?|regi(?:ão|ões)|lugar(?:es)?',
  },
  nl: {
    which: 'welke?|wat voor',
    who: `(?:met |aan |van )wie|wie(?=${DUTCH_BESIDE})(?!${GERMAN_BESIDE})|waar(?:heen|vandaan)?(?! (?:is|zijn|staat|staan) (?:de|het|dit|dat|deze|die|een) )`,
    things:
      "(?:boek|roman|film|serie|liedje|lied|album|podcast|spel|band|zanger|zangeres|artiest|auteur|schrijver|dichter|acteur|actrice|componist|speler|team|ploeg|club|merk|app|tijdschrift|krant|taal|bedrijf|vereniging|stad|dorp|land|streek|eiland|rivier|berg|straat|plaats|plek|museum|park|restaurant|café|winkel|school|universiteit|persoon|vriend|vriendin|collega|buur|naam)(?:e?n|s|[’']s|eren)?|boeken|talen|bedrijven|steden|mensen|namen|musea",
  },
  sv: {
    which: 'vilken|vilket|vilka|vad för',
    who: '(?:med |till |av )?vem|var(?:t|ifrån)?',
    things:
      '(?:bok|roman|film|serie|låt|album|podd|spel|band|sångare|artist|författare|poet|skådespelare|kompositör|spelare|lag|klubb|märke|app|tidning|språk|företag|förening|stad|by|land|region|ö|flod|berg|gata|plats|ställe|museum|park|restaurang|kafé|affär|skola|universitet|person|vän|kollega|granne|namn)(?:en|er|ar|or|n)?|böcker|städer|länder|människor|museer',
  },
  ru: {
    which: 'как(?:ой|ая|ое|ие|ого|ую|их|ом|им|ими)|котор\\p{L}+',
    who: '(?:с |у |к |от )?(?:кто|кого|кому|кем)|где|куда|откуда',
    // Endings are written out, as many words begin like "река" and "гора".
    things:
      '(?:книг|игр|групп|певиц|актрис|команд|марк|газет|стран|рек|гор|улиц|школ|подруг|коллег|соседк)(?:[аыиеу]|[ое]й|ам|ами|ах)?|марок|соседок|' +
      '(?:роман|фильм|сериал|альбом|подкаст|артист|автор|поэт|актёр|актер|композитор|игрок|клуб|бренд|сайт|журнал|язык|город|остров|парк|ресторан|магазин|университет|друг|сосед|певц)(?:[ауыие]|ом|ов|ам|ами|ах)?|певец|сосед(?:ей|ям|ями|ях)|' +
      '(?:песн|деревн|компани|организаци|приложени|писател|музе|област)(?:[яиеюйь]|ью|[её]й|ем|ев|ям|ями|ях)|песен|деревень|' +
      'мест(?:[оауе]|ом|ам|ами|ах)?|кафе|люд(?:и|ей|ям|ьми|ях)|друз(?:ей|ья|ьям|ьями|ьях)|им(?:я|ени|енем|ена|[её]н|енам|енами|енах)',
  },
};
