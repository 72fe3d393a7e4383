/** Words right behind a value with which it holds in a case or at times alone. */
const IN_A_CASE =
  /^\s+(?:when(?:ever)?|while|during|if|unless|once|as soon as|otherwise|by default|as an? (?:child|kid|baby|toddler|boy|girl|teen\p{L}*|student))(?!\p{L})/iu;
/** The same of where somebody is and how he lives, which has no day of its own. */
const AT_TIMES =
  /^\s+(?:un?til|till|for (?:the|this) (?:spring|summer|autumn|fall|winter|week|month|season|semester|term|holidays?)|for (?:an?|one|two|three|four|five|six|some|\d+|a few|a couple of) (?:day|night|week)s?|on (?:weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days|and off)|(?:at|for the) weekends?|part of the|half (?:of )?the|most of the|for (?:january|february|march|april|may|june|july|august|september|october|november|december|lent))(?!\p{L})/iu;
/** A day on which somebody is there, but for a change, which is news of that day. */
const TODAY = /^\s+(?:today|tonight|tomorrow|this (?:morning|afternoon|evening))(?!\p{L})/iu;
/** Names of what was moved, behind where it went: "I moved to Utils the helper functions". */
const OF_A_THING =
  /^\s+(?:the(?!\s+(?:other|day|week|weekend|month|year|spring|summer|autumn|fall|winter)(?!\p{L}))|an?|our|all|its|these|those)\s/iu;
/** A name that goes on: "Hafenwerk's office". */
const OWNS = /^['’]s?\s+\p{L}/u;
/** A word behind which a change was undone, and words that undo it. */
const TAKEN_BACK =
  /(?<!\p{L})(?:then|and|but|before|until|till|only to)\s+(?:\p{L}+\s+){0,4}?(?:(?:went|came|come|go|going|moved|switched|changed|rolled|brought|put|set|turned)\s+(?:\p{L}+\s+){0,3}?back|back\s+to|revert(?:ed|ing)?|restored|undid|undone|cancel+ed|reversed|turned\s+(?:it|them|that|this)\s+down|turned\s+down|declined|backed\s+out|fell\s+through|said\s+no)(?!\p{L})/iu;
const TAKEN_BACK_ELSEWHERE =
  /(?<!\p{L})(?:dann wieder|wieder zurück|rückgängig|abgesagt|storniert|puis|annul\p{L}+|luego|cancelad[oa]|volvió|poi|depois|voltou|toen weer|geannuleerd|teruggedraaid|inställ\p{L}+)(?!\p{L})/iu;
/** A year of which the rules of dates know no form: a move of then is no news. */
const IN_A_YEAR = /^\s+(?:en|nel|em|år|в)\s+(?:19|20)\d\d(?!\d)/iu;
const NOT_MEANT = /[\s,;:–—(-](?:(?:just|only)\s+(?:kidding|joking)|jk|not really|i wish|in my dreams)(?!\p{L})/iu;

/**
 * Returns true where the words behind a value say that it holds in a case alone, was taken back or is no more than a
 * joke. `isOfPerson` is true for values without a day or a number of their own, as homes and employers; `isChange` where
 * the words say that they have become so.
 */
export function isLimitedBehind(
  value: string,
  behind: string,
  { isOfPerson, isChange }: { readonly isOfPerson: boolean; readonly isChange: boolean },
): boolean {
  if (
    IN_A_CASE.test(behind) ||
    TAKEN_BACK.test(behind) ||
    TAKEN_BACK_ELSEWHERE.test(behind) ||
    NOT_MEANT.test(behind) ||
    /\dish$/u.test(value)
  )
    return true;
  return (
    isOfPerson &&
    ((!isChange && TODAY.test(behind)) ||
      IN_A_YEAR.test(behind) ||
      AT_TIMES.test(behind) ||
      OF_A_THING.test(behind) ||
      OWNS.test(behind) ||
      /['’]s$/u.test(value))
  );
}
