import { MONTH } from './absolute-dates.ts';
import { SINCE_WHEN } from './since-when.ts';

/** A program's name is whole where a circumstance or the end of the clause follows. */
const TOOL_ENDS =
  /^(?:\s*(?:[.,;!)。，！]|[–—-]\s|$)|\s+(?:for|in|as(?!\s+(?:much|often|heavily|widely)(?!\p{L}))|to|on|now|and|at|because|since|seit|depuis|desde|so|instead|any\s?more|here|there|last|this|yesterday|today|tomorrow|soon|next\s+(?:week|month|quarter|year|sprint)|recently|over|during|after|before|when|these\s+days|nowadays|currently|at\s+the\s+moment|(?:\d+|an?|one|two|three|four|five|six|a few|a couple of|several)\s+(?:days?|weeks?|months?|years?)\s+ago|pour|comme|als|für|im?|zum?|statt|anstelle|entschieden|geschrieben|gewechselt|umgestiegen|umgezogen|ersetzt|abgelöst|um|come|como|à|au|en|para|por|per|voor|för|y|et|e|und|och)(?!\p{L}))/iu;
/** Words of time behind a value, and verbs that German and Dutch put there. */
export const OF_TIME =
  'now|right now|currently|at the moment|any\\s?more|any longer|from now on|going forward|instead|today|please|bitte|jetzt|ab jetzt|von nun an|nun|inzwischen|mittlerweile|derzeit|ab sofort|heute|geplant|angesetzt|maintenant|désormais|à présent|ahora|hoy|ora|adesso|oggi|agora|hoje|nu|tegenwoordig|inmiddels|vandaag|numera|idag|erreichbar|abgelegt|gespeichert|zu finden|verschoben|verlegt|vorverlegt|erhöht|angehoben|gesenkt|gekürzt|reduziert|geändert|gesetzt|gestiegen|gesunken|gefallen|verlängert|verkürzt|verplaatst|verschoven|verzet|verhoogd|verlaagd|gewijzigd|gezet|zu (?:verschieben|verlegen|vertagen)|vorzuverlegen|te (?:verplaatsen|verschuiven|verzetten)';
/** Behind a comma a place or a case makes a value one of several; so does another number, and who says so is another. */
const OF_A_CASE =
  'in|im|für|bei|auf|wenn|falls|sofern|glaube|denke|hoffe|j.espère|espero|spero|hoop|hoppas|meine|sagt\\w*|dijo|disait|disse|diceva|zei|sade|schreibt|angeblich|vermutlich|vielleicht|oder|nicht(?! (?:weit|mehr))|pour|dans|en|chez|si|je (?:crois|pense)|selon|paraît|peut-être|ou|para|por|según|creo|dicen?|quizás?|tal vez|o|per|nel\\w*|se|secondo|credo|forse|segundo|acho|talvez|voor|bij|op|als|wanneer|quand|cuando|quando|när|zumindest|nur|leider|noch|fast|theoretisch|enfin|presque|du moins|al menos|casi|quasi|almeno|pelo menos|quase|tenminste|bijna|åtminstone|nästan|at least|almost|only|denk|zegt|volgens|misschien|of|för|på|om|tror|säger|enligt|kanske|eller|i|for|with|at|on|if|unless|says?|said|i (?:think|guess|hope|believe)|maybe|or|not';
const CLAUSE_ENDS = new RegExp(
  `^\\s*(?:(?:${OF_TIME}|${SINCE_WHEN.replaceAll('~', '\\s+')})(?!\\p{L})\\s*)*(?:$|[.;!)]|[–—-]\\s|,(?!\\s*(?:${OF_A_CASE}|(?:aber|mais|pero|mas|maar|but)\\s+(?:nur|bis|seulement|jusqu.au|solo|hasta|só|até|alleen|tot|only|until))(?!\\p{L})|\\s*\\d)|(?:and|but|because|since|so|und|aber|weil|da(?!\\s+(?:piccol|bambin|ragazz))|denn|et|mais|car|parce|y|pero|porque|e|ma|perché|mas|en(?=\\s+(?:ik|werk|woon|studeer|we|wij|jij|hij|zij|ze|mijn|onze|ons|dat|het|de|dit|nu|er|dan)(?!\\p{L}))|maar|omdat|want|och|men|eftersom)(?!\\p{L}|\\s\\d))`,
  'iu',
);

/** Returns true where the clause of a value ends behind it, but for words of time. */
export function endsClause(behind: string): boolean {
  return CLAUSE_ENDS.test(behind);
}

/** A verb that ends the clause in German and Dutch, since when it is so, with whom, and when of late it came to be. */
const OF_PERSON = new RegExp(
  String.raw`^\s+(?:(?:(?:um)?gezogen|verhuisd)(?!,?\s*(?:aber|maar)?\s*(?:nur|bis|vorläufig|tot|tijdelijk)(?!\p{L}))|seit|ab|mit|als(?!\s+(?:ob|wäre|ich|wir))|como|comme|come|depuis|avec|desde|con|da(?!\s+(?:piccol|bambin|ragazz))|com|sinds|met|sedan|med|с|(?:(?:im|en|em|in|a|i|в)\s+)?(?:${MONTH})|(?:el|la|il|le|o|a|den|die|das|no|na|på)?\s*(?:mes pasado|semana pasada|año pasado|mois dernier|semaine dernière|année dernière|mese scorso|settimana scorsa|anno scorso|mês passado|semana passada|ano passado|hace (?:poco|ya|un|dos|tres|cuatro|cinco|seis|\d)|há (?:pouco|uma?|dois|duas|três|\d)|letzten? (?:monat|woche|jahr)|vorige (?:week|maand)|vorig jaar|förra (?:veckan|månaden|året)|прошлом (?:месяце|году)))(?!\p{L})`,
  'iu',
);

/** Returns true where nothing goes on behind a home or an employer that makes it one of several. */
export function endsPersonal(behind: string): boolean {
  return endsClause(behind) || OF_PERSON.test(behind);
}

/** Returns true where the name of a program ends behind it. */
export function endsName(behind: string): boolean {
  return TOOL_ENDS.test(behind);
}
