/**
 * Words that take back what was said right before them: "The port is 8080. Scratch that." Parts of a regular
 * expression, `~` for white space.
 */
export const TAKES_BACK = [
  'no,?~wait|wait,?~no|i~take~(?:that|it)~back',
  '(?:(?:scratch|strike|scrap|forget)~that|never(?:~|)mind|actually,?~no(?:pe)?)(?!~(?!(?:it|the~\\p{L}+~(?:is|are)|make~(?:it|that))(?!\\p{L}))\\p{L})',
  'nein,?~(?:warte|moment)|moment,?~nein|non,?~attends|no,?~(?:espera|aspetta)|não,?~espera|nee,?~wacht|nej,?~vänta|нет,?~подожди',
].join('|');

/**
 * Words of people who put right what they said, behind which the right words stand: "Sorry, I misread, ...". Parts of a
 * regular expression, `~` for white space.
 */
export const PUTS_RIGHT = [
  TAKES_BACK,
  '(?:i~)?changed~my~mind|on~second~thoughts?|i~(?:was~wrong|misspoke|made~a~mistake|misread(?:~(?:it|that))?|mistyped(?:~(?:it|that))?|misremembered|got~(?:it|that)~wrong|mixed~(?:it|that|them|those)~up)',
  'ich~habe?~mich~(?:vertan|geirrt|verlesen|vertippt|verschrieben|versprochen)|(?:da~)?habe~ich~mich~(?:vertan|geirrt|verlesen|vertippt|verschrieben)|entschuldigung|mein~fehler',
  'je~me~suis~trompée?|désolée?|erreur~de~ma~part|me~(?:he~)?equivo(?:qué|cado)|perdón|perdona|error~mío|mi~sono~sbagliat[oa]|ho~sbagliato|errore~mio|scusa(?:te)?',
  'enganei-me|me~enganei|errei|desculpa|desculpe|ik~(?:heb|had)~me~vergist|foutje|mijn~fout|jag~hade~fel|förlåt',
].join('|');
