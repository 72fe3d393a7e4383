import { wholeWords } from '../../terms/whole-words.ts';

/**
 * Topics that requests and standing statements are compared by where they share no word: "a dinner" and "no mushrooms".
 * They are few and wide on purpose, as a statement of no topic counts as one that may bear on anything.
 */
export type StandingTopic = 'food' | 'travel' | 'writing' | 'answers' | 'code' | 'media' | 'appointments' | 'clothes';

/** Words of each topic in English, German, French and Spanish; one that ends with `*` stands for all that begin with it. */
const WORDS: Readonly<Record<StandingTopic, string>> = {
  food:
    'food* meal* dish* dinner* lunch* breakfast* brunch* supper* snack* dessert* recipe* cook* bak* eat* drink* restaurant* cafe* menu* ' +
    'picnic* barbecue* cuisine* vegetarian* vegan* spicy meat* fish seafood dairy gluten nut nuts cheese bread cake* soup* salad* curry curries ' +
    'sauce* vegetable* fruit* mushroom* onion* garlic coffee tea wine* beer* ' +
    'essen* abendessen mittagessen frühstück* rezept* koch* backen gericht* kuchen speise* trink* fleisch* fisch gemüse obst ' +
    'repas dîner* déjeuner* recette* cuisin* plat plats manger boire viande* poisson* légume* fromage* dessert* ' +
    'comida* cena* cenar almuerzo* desayuno* receta* cocin* plato* comer beber carne* pescado* verdura* queso* postre*',
  travel:
    'travel* trip* journey* flight* fly flying airline* airport* plane train trains hotel* hostel* itinerar* vacation* holiday* seat seats luggage ' +
    'sightsee* destination* reise* flug flüge fliegen zug züge bahn* urlaub* ferien voyage* vol vols avion* hôtel* vacances ' +
    'viaj* vuelo* tren trenes vacaciones equipaje',
  writing:
    'letter* note notes email* e-mail* mail message* memo* essay* article* blog* post posts report* poem* speech* invitation* card cards ' +
    'write* writing draft* compos* sign signed signature* greeting* salutation* paragraph* headline* caption* ' +
    'brief* nachricht* schreib* anrede* einladung* rede gedicht* aufsatz* text texte lettre* message* écri* rédig* carta* correo* mensaje* escrib* redact*',
  answers:
    'answer* repl* respon* explanation* sentence* bullet* tone emoji* exclamation* concise brief spelling metric units language ' +
    'antwort* antworte* sätze* répon* phrase* respuest* respond* frase*',
  code:
    'code* coding program* script* function* class classes test tests unit-test* api apis bug* repo* repositor* commit* branch* deploy* database* ' +
    'sql typescript javascript python java rust golang framework* librar* package* parser* component* endpoint* lint* refactor* compiler* ' +
    'skript* funktion* datenbank*',
  media:
    'music* song* album* band bands playlist* listen* jazz film* movie* series show shows watch novel* book books read reading podcast* game games ' +
    'musik* lied lieder hören filme buch bücher lesen musique* chanson* livre* lire música canci* película* libro* leer escuchar',
  appointments:
    'meeting* appointment* calendar* schedul* slot slots agenda* morning* afternoon* evening* weekday* ' +
    'termin* besprechung* kalender* réunion* rendez-vous calendrier* reunión reuniones cita citas',
  clothes:
    'clothes clothing outfit* wear* dress* shirt* shoe* jacket* suit suits fashion kleid* schuh* anzug vêtement* tenue* ropa zapato* vestido*',
};

const TOPICS: readonly (readonly [StandingTopic, RegExp])[] = Object.entries(WORDS).map(([topic, words]) => [
  topic as StandingTopic,
  new RegExp(wholeWords(words.trim().split(/\s+/u).map(formOf).join('|')), 'iu'),
]);

function formOf(word: string): string {
  return word.endsWith('*') ? `${word.slice(0, -1)}\\p{L}*` : word;
}

/** Characters of a text that are read. */
const MAX_CHARS = 1_000;

/** Returns the topics that a text names something of; none where it names nothing of any. */
export function topicsIn(text: string): ReadonlySet<StandingTopic> {
  const read = text.slice(0, MAX_CHARS);
  return new Set(TOPICS.flatMap(([topic, words]) => (words.test(read) ? [topic] : [])));
}
