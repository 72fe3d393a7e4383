import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { textEncodingOf } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { draftAttachment } from './draft-attachment.ts';

const encoders = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Returns the bytes of each character in an encoding, read off its decoder: the platform has no encoders of these. */
function charactersOf(charset: string): ReadonlyMap<string, readonly number[]> {
  const known = encoders.get(charset);
  if (known) return known;
  const decoder = new TextDecoder(charset);
  const characters = new Map<string, readonly number[]>();
  const add = (...bytes: number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !characters.has(text)) characters.set(text, bytes);
  };
  for (let first = 0; first < 256; first++) add(first);
  if (/^(?:gb|big5|euc|shift)/.test(charset))
    for (let first = 0x81; first < 0xff; first++) for (let second = 0x40; second < 0xff; second++) add(first, second);
  encoders.set(charset, characters);
  return characters;
}

const encode = (text: string, charset: string): Uint8Array => {
  const characters = charactersOf(charset);
  return Uint8Array.from([...text].flatMap((char) => characters.get(char) ?? expect.fail(`${charset} has no ${char}`)));
};
const textOf = (bytes: Uint8Array, mime = 'text/csv'): string | undefined => {
  const encoding = textEncodingOf(bytes, mime);
  return encoding && new TextDecoder(encoding).decode(bytes);
};

const RUSSIAN = 'Насос четвёртого причала остановлен, давление упало до 3,2 бар. Новый срок: пятница.';
const UKRAINIAN = 'Насос четвертого причалу зупинено, тиск упав до 3,2 бар. Її перевірять у п’ятницю, якщо є час.';
const SIMPLIFIED = '四号码头的水泵已经停止，压力下降到3.2。新的期限是星期五。';
const TRADITIONAL = '四號碼頭的水泵已經停止，壓力下降到3.2。新的期限是星期五。';
const JAPANESE = '第四岸壁のポンプは停止しました。圧力は3.2まで下がり、新しい期限は金曜日です。';
const KOREAN = '4번 부두의 펌프가 멈췄고 압력이 3.2까지 떨어졌습니다. 새 기한은 금요일입니다.';
const GREEK = 'Η αντλία της προβλήτας σταμάτησε και η πίεση έπεσε. Νέα προθεσμία: Παρασκευή.';
const POLISH = 'Pompa przy nabrzeżu została zatrzymana, ciśnienie spadło. Nowy termin: piątek, godzina ósma.';
const CZECH = 'Čerpadlo u čtvrtého mola bylo zastaveno, tlak příliš klesl. Nový termín je v pátek ráno.';
const HUNGARIAN = 'A negyedik móló szivattyúja leállt, a nyomás túl gyorsan csökkent. Az új határidő péntek, előtte szűrőt kell cserélni.';
const TURKISH = 'Dördüncü iskelenin pompası durdu, basınç düştü. Yeni süre cuma günü, sabah sekizde bakılacak.';

const OTHERS: readonly (readonly [string, string, string])[] = [
  ['windows-1251', 'Russian', RUSSIAN],
  ['koi8-r', 'Russian', RUSSIAN],
  ['ibm866', 'Russian', RUSSIAN],
  ['iso-8859-5', 'Russian', RUSSIAN],
  ['x-mac-cyrillic', 'Russian', RUSSIAN],
  ['windows-1251', 'Ukrainian', UKRAINIAN],
  ['windows-1251', 'capitals', RUSSIAN.toUpperCase()],
  ['windows-1251', 'a table', 'Город;Имя;Сумма\nМосква;Иванова Анна;1200\nТверь;Петров Олег;340\n'],
  ['gbk', 'Chinese', SIMPLIFIED],
  ['gbk', 'a table', '城市,姓名,金额\n上海市,王小明,1200\n北京市,李国华,340\n'],
  ['big5', 'Chinese', TRADITIONAL],
  ['shift_jis', 'Japanese', JAPANESE],
  ['shift_jis', 'a table', '都市,氏名,金額\n東京都,田中太郎,1200\n大阪市,山本花子,340\n'],
  ['euc-jp', 'Japanese', JAPANESE],
  ['euc-kr', 'Korean', KOREAN],
  ['euc-kr', 'a table', '도시,이름,금액\n서울시,김민수,1200\n부산시,이영희,340\n'],
  ['windows-1253', 'Greek', GREEK],
  ['windows-1250', 'Polish', POLISH],
  ['iso-8859-2', 'Polish', POLISH],
  ['windows-1250', 'a table', 'Miasto;Nazwisko\nŁódź;Wiśniewska\nKraków;Dąbrowski\nPoznań;Zając\n'],
  ['windows-1250', 'Czech', CZECH],
  ['iso-8859-2', 'Czech', CZECH],
  ['iso-8859-2', 'Hungarian', HUNGARIAN],
  ['windows-1254', 'Turkish', TURKISH],
];

const WESTERN = {
  French:
    'La pompe du quai a été arrêtée, la pression baissait. Le nouveau délai est fixé à vendredi, où l’équipe sera là. Ça ira, dit Zoë.',
  'French in capitals': 'POMPE ARRÊTÉE À 8H : DÉLAI PROLONGÉ, ÉQUIPE PRÉVENUE',
  German: 'Die Pumpe am Kai läuft über Nacht nicht; für Größe und Maß gilt: 3 °C, ±5 %, 20 m³, ½ Stunde.',
  Spanish: '¿Cuándo volverá la bomba? ¡Mañana! El señor Muñoz llegará después del mediodía, según dijo. Así será.',
  Portuguese: 'A bomba do cais não está em operação; a pressão caiu. Amanhã haverá uma avaliação às três horas.',
  Italian: 'La pompa è ferma perché la pressione è già calata. Così si farà più tardi, venerdì, e non c’è altra possibilità.',
  Danish: 'Pumpen på kajen er gået i stå, så trykket faldt. Den nye frist er på fredag, før klokken otte. Køb nye rør, så går det.',
  Swedish: 'Pumpen på kajen är avstängd för natten; trycket föll så långt att skölden låste sig. Åtgärden görs på måndag.',
  Icelandic: 'Dælan við bryggjuna stöðvaðist og þrýstingurinn féll. Nýr frestur er á föstudag, ef það er hægt að ljúka því þá.',
  'English with signs': 'It’s “done” – the pump won’t restart… £20 © 2026, 5 µm, 3 m³, no. 4½ and the café’s naïve plan.',
};

describe('text in another encoding', () => {
  it.each(OTHERS)('is read in %s: %s', (charset, _name, text) => {
    for (const whole of [text, `${text}\n`.repeat(40)]) {
      expect(textOf(encode(whole, charset))).toBe(whole);
      expect(textOf(encode(whole, charset), 'text/plain; charset=us-ascii')).toBe(whole);
    }
  });

  it.each(Object.entries(WESTERN))('is read in windows-1252 where it is western: %s', (_name, text) => {
    for (const whole of [text, `${text}\n`.repeat(40)])
      expect(textEncodingOf(encode(whole, 'windows-1252'), 'text/csv')).toBe('windows-1252');
  });

  it.each(
    Object.values(WESTERN)
      .flatMap((text) => text.split(/[\s.,;:!?]+/))
      .filter((word) => /[^\0-\x7f]/.test(word)),
  )('is windows-1252 in a file of English with one foreign word: %s', (word) => {
    const bytes = encode(`The word is ${word}, and no other.\n`, 'windows-1252');
    expect(textEncodingOf(bytes, 'text/plain')).toBe('windows-1252');
  });

  it('is read in the charset that it names at its own head', () => {
    const heads = [
      '<?xml version="1.0" encoding="koi8-r"?>\n<a>да</a>',
      '<!doctype html><html><head><meta charset="koi8-r"><title>да</title>',
      "<html><meta http-equiv='Content-Type' content='text/html; charset=KOI8-R'><p>да</p>",
      '@charset "koi8-r";\n/* да */',
    ];
    for (const text of heads) expect(textOf(encode(text, 'koi8-r'), 'text/html')).toBe(text);
    const wrong = '<meta charset="utf-8"><p>caf\u00e9 cr\u00e8me</p>';
    expect(textOf(encode(wrong, 'windows-1252'), 'text/html')).toBe(wrong);
    expect(textOf(new TextEncoder().encode('<meta charset="koi8-r"><p>café</p>'), 'text/html')).toContain('café');
  });

  it('is text also where nothing is said of the bytes, if there is enough of it', () => {
    for (const [charset, text] of [
      ['windows-1251', RUSSIAN],
      ['gbk', SIMPLIFIED.repeat(4)],
      ['euc-kr', KOREAN.repeat(4)],
    ] as const) {
      const { artifacts } = draftAttachment({ mime: 'application/octet-stream', data: encode(text, charset) });
      expect(artifacts[0]).toMatchObject({ mime: 'text/plain', encoding: charset, text });
    }
  });

  it('is told by what stands behind a long beginning of ASCII', () => {
    const text = `${'one,two,three\n'.repeat(20_000)}${RUSSIAN}\n`;
    expect(textOf(encode(text, 'windows-1251')) === text).toBe(true);
  });

  it('is none for bytes of chance, whatever they are said to be', () => {
    for (let time = 0; time < 60; time++) {
      for (const bytes of [randomBytes(2_000), gzipSync(randomBytes(3_000)), gzipSync(RUSSIAN.repeat(time + 20))])
        expect([textEncodingOf(bytes, 'text/csv'), textEncodingOf(bytes, 'application/octet-stream')]).toEqual([undefined, undefined]);
    }
  });
});
