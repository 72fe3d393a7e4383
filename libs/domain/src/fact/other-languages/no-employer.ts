import { WEEKDAY } from '../weekdays.ts';

/** When, how and in what weather somebody works: the word before it is that before an employer, too. */
export const NO_EMPLOYER = `(?:${WEEKDAY}\\p{L}*|regen|schnee|sonne|nacht|weihnachten|ostern|noël|pâques|navidad|semana~santa|natale|pasqua|natal|páscoa|kerst|kerstmis|pasen|jul|påsk|midsommar|stille|ruhe|licht|tageslicht|kerzenlicht|dunkelheit|lärm|musik|hitze|kälte|wind|nebel|bedarf|gelegenheit|remoto|remote|equipo|línea|silencio|paz|familia|pareja|turnos|équipe|silence|famille|ligne|squadra|silenzio|famiglia|equipa|equipe|silêncio|família|stilte|tystnad)(?!\\p{L})`;
