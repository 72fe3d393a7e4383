/**
 * Function words of other languages: in a space of several languages they are rare, and so
 * would name an episode or a marker. For labels and topics alone; what is found does not depend on them.
 */
const FOREIGN_STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'und der das dem den ein eine einen einem einer eines ist sind nicht kein keine auf aus bei mit nach von vom zum zur für über unter auch noch nur schon aber oder wenn dass weil wie wir ich sie ihr uns euch mein meine meinen unser unsere unserem unseren dein deine kann kannst können könnte muss soll wird werden wurde wurden habe haben hatte jetzt nun bitte danke sich diese dieser dieses mehr sehr gern gerne',
    'les une est sont dans avec pour que qui nous vous ils elle mais donc aussi très bien notre nos votre mon mes ses leur ont été être avoir fait peux peut maintenant merci bonjour ça cette ces',
    'una unos unas está están para por pero que qué cómo muy más nuestro nuestra nuestros mis este esta esto eso ahora también gracias puedes puede tengo tiene fue',
    'gli della delle degli nella sono è che più molto mio mia nostro nostra questo questa adesso anche grazie puoi',
    'das uma não com para por que muito meu minha nosso nossa este esta isso agora também obrigado obrigada você',
    'het een voor niet ook maar dat deze mijn ons onze jij wij zijn heeft hebben nog wel graag nu',
    'och att det som inte med för från vår jag vi är har kan ska också mycket nu',
  ]
    .join(' ')
    .split(' '),
);

/** Those that are words of English too: a nun, to pour, the den of a fox. */
const ALSO_ENGLISH: ReadonlySet<string> = new Set(['agora', 'den', 'nun', 'pour']);
/** Number of short function words of another language that tell a text of it; one of four letters and more tells alone. */
const SHORT_WORDS = 2;
const SHORT_CHARS = 3;

/** Returns a test for the function words of a text with these words; what English shares counts where others stand. */
export function stopWordsAmong(words: Iterable<string>): (word: string) => boolean {
  let short = 0;
  for (const word of new Set(words)) {
    if (!isForeignAlone(word)) continue;
    short += word.length > SHORT_CHARS ? SHORT_WORDS : 1;
    if (short >= SHORT_WORDS) return (other) => FOREIGN_STOP_WORDS.has(other);
  }
  return isForeignAlone;
}

const isForeignAlone = (word: string): boolean => FOREIGN_STOP_WORDS.has(word) && !ALSO_ENGLISH.has(word);
