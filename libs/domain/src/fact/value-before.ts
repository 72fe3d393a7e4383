import { MONTH } from './absolute-dates.ts';

/** Words that say which way a value changed, before "from". */
export const CHANGED_WAY =
  '(?:up|down|raised|increased|lowered|reduced|cut|moved|changed|extended|bumped|pushed(?:\\s+back)?|brought\\s+forward|shortened)';
/** A number that is no day, year or time of day, as what begins on one is told with "from" as well. */
export const OLD_NUMBER = `(?=[$€£¥₹₽]?\\d)(?!(?:19|20)\\d\\d(?![\\d.,]|\\s?\\p{L})|\\d{1,2}(?::\\d\\d|\\s?[ap]\\.?m(?!\\p{L}))|\\d{4}-\\d|\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(?:${MONTH})(?!\\p{L}))`;
/** The end of a value before; a part of the thing may follow it. */
export const OLD_ENDS =
  '(?=(?:\\s+(?:before|previously|earlier|originally|now))?(?:\\s*(?:[;!)]|\\.(?!\\d)|$)|,(?!\\d)|\\s+(?:and|but|because|since|so|as|for|in|on)\\s))';

/** Matches the words between a value and the one before it: "8443 now, from 8090", "NATS instead of Redis". */
export const BEFORE_OLD = new RegExp(`^(?:\\s+(?:now|currently))?,?\\s+(?:instead\\s+of|(?:${CHANGED_WAY}\\s+)?from)\\s+`, 'iu');

/** Matches the value before behind a value, where words of change say that it is one. */
export const FROM_OLD_NUMBER = new RegExp(
  `^(?:\\s+now,?\\s+(?:${CHANGED_WAY}\\s+)?|,?\\s+${CHANGED_WAY}\\s+)from\\s+${OLD_NUMBER}(?:[^,;()]|,(?=\\d)){1,30}?${OLD_ENDS}`,
  'iu',
);
/** Matches a number behind "from" of which it is not known what it is to the value. */
export const FROM_NUMBER = /^(?:\s+now)?,?\s+from\s+[$€£¥₹₽]?\d/iu;
