/**
 * Words of people who put right what they said, behind which the right words stand: "Sorry, I misread, ...". Parts of a
 * regular expression, `~` for white space.
 */
export const PUTS_RIGHT = [
  'i~take~(?:that|it)~back|scrap~that|no~wait|(?:i~)?changed~my~mind|on~second~thoughts?|i~(?:was~wrong|misspoke|made~a~mistake|misread(?:~(?:it|that))?|mistyped(?:~(?:it|that))?|misremembered|got~(?:it|that)~wrong|mixed~(?:it|that|them|those)~up)',
  'ich~habe?~mich~(?:vertan|geirrt|verlesen|vertippt|verschrieben|versprochen)|(?:da~)?habe~ich~mich~(?:vertan|geirrt|verlesen|vertippt|verschrieben)|entschuldigung|mein~fehler',
  'je~me~suis~trompée?|désolée?|erreur~de~ma~part|me~(?:he~)?equivo(?:qué|cado)|perdón|perdona|error~mío|mi~sono~sbagliat[oa]|ho~sbagliato|errore~mio|scusa(?:te)?',
  'enganei-me|me~enganei|errei|desculpa|desculpe|ik~(?:heb|had)~me~vergist|foutje|mijn~fout|jag~hade~fel|förlåt',
].join('|');
