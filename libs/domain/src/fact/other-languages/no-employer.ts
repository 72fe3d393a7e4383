import { WEEKDAY } from '../weekdays.ts';

/** When and in what weather somebody works: the word before it is that before an employer, too. */
export const NO_EMPLOYER = `(?:${WEEKDAY}\\p{L}*|regen|schnee|sonne|nacht|weihnachten|ostern|noël|pâques|navidad|semana~santa|natale|pasqua|natal|páscoa|kerst|kerstmis|pasen|jul|påsk|midsommar)(?!\\p{L})`;
