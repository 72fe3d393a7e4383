/**
 * Words in front of what is asked for. Behind them stands the request itself: what somebody tells of himself before
 * it, and how politely he asks, says nothing about it. The first words of each line are looked for in a clause, and any
 * of the second lines may follow them.
 */
const LEADS = (
  'i would like to|i’d like to|i would love to|i’d love to|i would like you to|i’d like you to|i want to|i want you to|' +
  'i need to|i need you to|' +
  'i would like|i’d like|i want|i need|i wish to|i was hoping to|i am hoping to|i’m hoping to|i am looking to|i’m looking to|' +
  'i was looking to|' +
  'i am looking for|i’m looking for|i am trying to|i’m trying to|i’ll go with|i will go with|i’ll take|i would prefer to|' +
  'i’d prefer to|i would prefer|i’d prefer|we need to|we want to|we would like to|we’d like to|we need|' +
  'can you|could you|would you|will you|can we|could we|can i|could i|may i|let’s|let us|help me|is it possible to|is there any way to|' +
  'is there a way to|' +
  'ich möchte|ich will|ich würde gerne|ich würde gern|ich hätte gerne|ich hätte gern|ich brauche|können sie|könnten sie|' +
  'kannst du|könntest du|' +
  'je voudrais|je veux|j’aimerais|j’ai besoin de|pouvez-vous|pourriez-vous|peux-tu|pourrais-tu|merci de|' +
  'quiero|quisiera|me gustaría|necesito|puede|puedes|podría|podrías|' +
  'vorrei|voglio|mi piacerebbe|può|puoi|potrebbe|potresti|' +
  'gostaria de|quero|preciso de|preciso|pode|poderia|ik wil graag|ik wil|ik zou graag|kunt u|kun je|' +
  'jag vill|jag skulle vilja|kan du|jeg vil gerne|jeg vil|kan du|я хочу|мне нужно|можете|можешь'
)
  .split('|')
  .map((lead) => lead.split(' '));
/** Words that are as polite behind what is asked for: they lead to it only at the start, or behind an answer. */
const POLITE = 'please|bitte|s’il vous plaît|por favor|per favore|graag|alsjeblieft|пожалуйста'.split('|').map((lead) => lead.split(' '));
const ANSWERS = new Set(
  'yes yeah yep ok okay sure right great thanks hi hello hey ja gut oui si sí claro sim да hallo bonjour hola ciao'.split(' '),
);
const MORE = (
  'please|also|kindly|gern|gerne|go ahead and|go ahead with|proceed with|maybe|just|perhaps|possibly|you|to|help me to|' +
  'help me with|help me|assist me with|assist me in|tell me|let me know|show me|' +
  'bitte|mir|aussi|m’aider à|me dire|ayudarme a|decirme|aiutarmi a|dirmi|por favor|per favore|graag|me'
)
  .split('|')
  .map((lead) => lead.split(' '));

const FIRST_WORDS = new Set([...LEADS, ...POLITE].map(([first]) => first!));

function longest(phrases: readonly (readonly string[])[], words: readonly string[], from: number): number {
  let length = 0;
  for (const phrase of phrases) if (phrase.length > length && phrase.every((word, at) => words[from + at] === word)) length = phrase.length;
  return length;
}

const THANKS = new Set(
  (
    'please thanks thank you now too bitte danke merci s’il vous plaît gracias por favor grazie per favore obrigado obrigada graag ' +
    'alsjeblieft bedankt tack tak спасибо пожалуйста'
  ).split(' '),
);

/** Returns the number of words without those that only thank, at the end. */
export function withoutThanks(words: readonly string[]): number {
  let end = words.length;
  while (end > 0 && THANKS.has(words[end - 1]!.toLowerCase())) end--;
  return end;
}

/** Returns the index of the first word of what a clause asks for; undefined where it asks for nothing in such words. */
export function startOfAsk(clause: readonly string[]): number | undefined {
  const words = clause.map((word) => word.toLowerCase());
  const first = words.findIndex((word) => !ANSWERS.has(word));
  for (let at = 0; at < words.length; at++) {
    if (!FIRST_WORDS.has(words[at]!)) continue;
    const isFirst = first < 0 || at <= first;
    let start = at + Math.max(longest(LEADS, words, at), isFirst ? longest(POLITE, words, at) : 0);
    if (start === at) continue;
    for (let more = -1; more !== 0; start += more) more = Math.max(longest(MORE, words, start), longest(LEADS, words, start));
    // If they fill the rest of the clause, no later ones lead to anything.
    return start < words.length ? start : undefined;
  }
  return undefined;
}

/** Verbs of work that a request may begin with. Those that are a thing as often are none: order, return, issue. */
const WORK = new Set(
  (
    'fix add remove delete migrate rename refactor implement write rewrite build create make update upgrade install configure ' +
    'deploy revert replace move merge split convert port extract clean debug investigate find explain review check run test verify ' +
    'ensure set enable disable prepare draft translate summarize summarise compare analyse analyze describe list generate extend ' +
    'improve optimise optimize simplify correct repair mend paint measure inspect survey book cancel refund send deliver reschedule ' +
    'transfer keep use stop don’t dont never rotate bump resolve restore restart calculate compute count handle publish scan schedule ' +
    'show give read behebe repariere erstelle schreibe schreib baue füge entferne lösche ändere ersetze ' +
    'verschiebe aktualisiere prüfe teste storniere buche finde erkläre übersetze vergleiche benenne corrige corrigez répare réparez ' +
    'ajoute ajoutez supprime supprimez crée créez écris écrivez remplace remplacez vérifie vérifiez annule annulez réserve réservez ' +
    'explique expliquez trouve trouvez arregla añade agrega elimina borra crea escribe reemplaza revisa comprueba cancela reserva ' +
    'explica busca correggi aggiungi rimuovi elimina scrivi sostituisci verifica annulla prenota spiega trova corrija adicione ' +
    'remova exclua crie escreva substitua verifique cancele reserve explique repareer herstel verwijder maak schrijf vervang ' +
    'controleer annuleer boek voeg zoek исправь исправьте добавь добавьте удали удалите создай создайте напиши напишите проверь ' +
    'проверьте отмени отмените найди найдите'
  ).split(' '),
);
const BEFORE_WORK = new Set('now then also next first finally and so jetzt dann puis ensuite ahora luego poi nu теперь'.split(' '));

/** Returns true for a clause that begins with what is to be done: "Fix the login loop", "Do not restart the broker". */
export function beginsWithWork(clause: readonly string[]): boolean {
  let at = 0;
  while (at < clause.length && isBeforeWork(clause[at]!.toLowerCase())) at++;
  const word = clause[at]?.toLowerCase() ?? '';
  return WORK.has(word) || (word === 'do' && clause[at + 1]?.toLowerCase() === 'not');
}

const isBeforeWork = (word: string): boolean => ANSWERS.has(word) || BEFORE_WORK.has(word);
