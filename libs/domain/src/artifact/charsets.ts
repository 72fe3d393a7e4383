/** Encodings of text in bytes, by their names in the Encoding Standard. Those that no TextDecoder of Node has are absent. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'ibm866',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-8-i',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'x-mac-cyrillic',
  'gbk',
  'gb18030',
  'big5',
  'euc-jp',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Further labels of the encodings that have some. Source: the Encoding Standard, §4.2. */
const LABELS: Partial<Record<TextEncoding, string>> = {
  'utf-8': 'utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8',
  'utf-16le': 'utf-16 csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff',
  'utf-16be': 'unicodefffe',
  'windows-1252':
    'cp1252 x-cp1252 latin1 l1 iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 csisolatin1 cp819 ibm819 ' +
    'us-ascii ascii ansi_x3.4-1968',
  ibm866: 'cp866 866 csibm866',
  'iso-8859-2': 'latin2 l2 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 iso-ir-101 csisolatin2',
  'iso-8859-3': 'latin3 l3 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 iso-ir-109 csisolatin3',
  'iso-8859-4': 'latin4 l4 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 iso-ir-110 csisolatin4',
  'iso-8859-5': 'cyrillic iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 iso-ir-144 csisolatincyrillic',
  'iso-8859-6':
    'arabic iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 iso-8859-6-e iso-8859-6-i iso-ir-127 asmo-708 ecma-114 csiso88596e ' +
    'csiso88596i csisolatinarabic',
  'iso-8859-7': 'greek greek8 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 iso-ir-126 ecma-118 elot_928 sun_eu_greek csisolatingreek',
  'iso-8859-8': 'hebrew visual iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 iso-8859-8-e iso-ir-138 csiso88598e csisolatinhebrew',
  'iso-8859-8-i': 'logical csiso88598i',
  'iso-8859-10': 'latin6 l6 iso8859-10 iso885910 iso-ir-157 csisolatin6',
  'iso-8859-13': 'iso8859-13 iso885913',
  'iso-8859-14': 'iso8859-14 iso885914',
  'iso-8859-15': 'l9 iso8859-15 iso885915 iso_8859-15 csisolatin9',
  'koi8-r': 'koi koi8 koi8_r cskoi8r',
  'koi8-u': 'koi8-ru',
  macintosh: 'mac x-mac-roman csmacintosh',
  'windows-874': 'dos-874 tis-620 iso-8859-11 iso8859-11 iso885911',
  'windows-1250': 'cp1250 x-cp1250',
  'windows-1251': 'cp1251 x-cp1251',
  'windows-1253': 'cp1253 x-cp1253',
  'windows-1254': 'cp1254 x-cp1254 latin5 l5 iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 iso-ir-148 csisolatin5',
  'windows-1255': 'cp1255 x-cp1255',
  'windows-1256': 'cp1256 x-cp1256',
  'windows-1257': 'cp1257 x-cp1257',
  'windows-1258': 'cp1258 x-cp1258',
  'x-mac-cyrillic': 'x-mac-ukrainian',
  gbk: 'chinese gb2312 gb_2312 gb_2312-80 csgb2312 csiso58gb231280 iso-ir-58 x-gbk',
  big5: 'big5-hkscs cn-big5 csbig5 x-x-big5',
  'euc-jp': 'x-euc-jp cseucpkdfmtjapanese',
  'iso-2022-jp': 'csiso2022jp',
  shift_jis: 'shift-jis sjis x-sjis ms_kanji ms932 windows-31j csshiftjis',
  'euc-kr': 'korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 iso-ir-149 cseuckr csksc56011987',
};

/** Encodings by every label that senders use, in lower case. */
export const CHARSETS: ReadonlyMap<string, TextEncoding> = new Map(
  TEXT_ENCODINGS.flatMap((encoding) => [encoding, ...(LABELS[encoding]?.split(' ') ?? [])].map((label) => [label, encoding] as const)),
);

/** Encodings whose characters have several bytes, some of them in the range of ASCII. */
const MIXED: ReadonlySet<TextEncoding> = new Set(['gbk', 'gb18030', 'big5', 'iso-2022-jp', 'shift_jis']);

/** Returns true where every byte below 0x80 is the ASCII character. */
export function keepsAscii(encoding: TextEncoding): boolean {
  return encoding !== 'utf-16le' && encoding !== 'utf-16be' && !MIXED.has(encoding);
}
