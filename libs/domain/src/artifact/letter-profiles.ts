import type { TextEncoding } from './charsets.ts';

export interface GuessedCharset {
  readonly encoding: TextEncoding;
  /** Letters above ASCII that speak for it. */
  readonly letters: number;
}

/** Encodings of scripts that have many characters, each in two bytes. */
export type WideCharset = Extract<TextEncoding, 'gbk' | 'big5' | 'euc-kr' | 'euc-jp' | 'shift_jis'>;

/** Bytes of the characters that texts have most, in hex. Japanese is told by its syllables, too, which stand in a range. */
export const FREQUENT_CHARACTERS: Readonly<Record<WideCharset, string>> = {
  gbk:
    'b5c4d2bbcac7b2bbc1cbd4dac8cbd3d0ced2cbfbd5e2d6d0b4f3c0b4c9cfb9fab8f6b5bdcbb5c3c7ceaad7d3bacdc4e3b5d8b3f6b5c0d2b2cab1c4' +
    'eab5c3becdc4c7d2aacfc2d2d4c9fabbe1d7d4d7c5c8a5d6aeb9fdbcd2d1a7b6d4bfc9c0efbaf3d0a1c3b4d0c4b6e0ccecb6f8c4dcbac3b6bcc8bb' +
    'c3bbc8d5d3dac6f0bbb9b7a2b3c9cac2d6bbd7f7b5b1cfebbfb4cec4cedebfaacad6caaed3c3d6f7d0d0b7bdd3d6c8e7c7b0cbf9b1bebcfbbeadcd' +
    'b7c3e6b9abcdacc8fdd2d1c0cfb4d3b6afc1bdb3a4cad0caa1c7f8c2b7bac5c3fbbcdbc6b7cafdd4c2d4aa',
  big5:
    'aabaa440ac4fa4a3a446a662a448a6b3a7daa54cb36fa4a4a46aa8d3a457b0eaadd3a8ecbba1adccacb0a46ca94da741a661a558b944a45daec9a6' +
    '7eb16fb44ea8baad6ea455a548a5cdb77ca6dbb5dba568a4a7b94cae61bec7b9efa569a8bdabe1a470bbf2a4dfa668a4d1a6d3afe0a66eb3a3b54d' +
    'a853a4e9a9f3b05fc1d9b56fa6a8a8c6a575a740b7edb751acdda4e5b54cb67da4e2a451a5cea544a6e6a4e8a453a670ab65a9d2a5bba8a3b867c0' +
    '59adb1a4bda650a454a477a6d1b171b0caa8e2aaf8a5abacd9b0cfb8f4b8b9a657bbf9ab7ebcc6a4eba4b8',
  'euc-kr':
    'c0ccb4d9b4c2c0c7bfa1c0bbb0a1b0edc7cfc1f6c7d1bbe7b7ceb1e2b5b5c0bab8a6bcadbeeeb8aec0cec0dabdc3b3aabec6b4ebb1d7bcf6c0d6b0' +
    'fac0cfc7d8c1a4bab8bdbabacec0fcb5e9b6f3b1b8bbf3bfa9c0b8bfcdb8b8c1a6b0d4c1d6b5bfbcbac0e5bff8b6a7bfecb8e9bbeac6aeb1bac0be' +
    'b9f8c8a3b8ed',
  'euc-jp':
    'c6fcb0ecbfcdc7afc2e7bdbdc6f3cbdcc3e6c4b9bdd0bbb0c6b1bbfec0afbbf6bcabb9d4bcd2b8abb7eecaacb5c4b8e5c1b0ccb1c0b8cfa2b8deb4' +
    'd6c2d0bee5c9f4c5ecbcd4c3cfb9e7bbd4b6c8c6e2c1eacafdbbcdc4eabaa3b2f3bfb7beecb6e2b0f7c6fecea9b3abbceacecfb3d8cce4b9e2c2e5' +
    'ccc0bcc2b1dfb4d8bbd2c6b0b5fec1b4ccdcc9bdb7d0c4ccb3b0bac7b8c0ccbeb6e8c4aeb8a9c5c4c5f6c8accfbbccf3bce7b2bcb0d5cba1b9e6',
  shift_jis:
    '93fa88ea906c944e91e58f5c93f1967b928692b78f6f8e4f93af8e9e90ad8e968ea98d738ed08ca98c8e95aa8b638ce3914f96af90b698418cdc8a' +
    'd491ce8fe39594938c8ed2926e8d878e738bc693e0918a95fb8e6c92e88da189f190568fea8be088f593fc97a78a4a8ee897cd8a7796e28d8291e3' +
    '96be8ec0897e8ad68e7193ae8b9e915396da955c8c6f92ca8a4f8dc58cbe96bc8be692ac8ca79363939694aa985a96f18ee589ba88d396408d86',
};

/** Bytes of letters in hex, those first that texts have most: small ones, then their capitals, `00` where there is none. */
export type LetterProfile = readonly [encoding: TextEncoding, small: string, capital: string];

/** Alphabets whose every letter is above ASCII. */
export const SCRIPT_PROFILES: readonly LetterProfile[] = [
  [
    'windows-1251',
    'eee5e0e8edf2f1f0e2ebeaece4eff3fffbfce3e7e1f7e9f5e6f8fef6f9fdf4fab8',
    'cec5c0c8cdd2d1d0c2cbcaccc4cfd3dfdbdcc3c7c1d7c9d5c6d8ded6d9ddd4daa8',
  ],
  [
    'windows-1251',
    'eee0edb3e8e2e5f0f2f1eae4ebf3efecffe7fce1e3f7e9f5bffef8f6e6baf9f4b4',
    'cec0cdb2c8c2c5d0d2d1cac4cbd3cfccdfc7dcc1c3d7c9d5afded8d6c6aad9d4a5',
  ],
  [
    'koi8-r',
    'cfc5c1c9ced4d3d2d7cccbcdc4d0d5d1d9d8c7dac2decac8d6dbc0c3dddcc6dfa3',
    'efe5e1e9eef4f3f2f7ecebede4f0f5f1f9f8e7fae2feeae8f6fbe0e3fdfce6ffb3',
  ],
  [
    'koi8-u',
    'cfc1cea6c9d7c5d2d4d3cbc4ccd5d0cdd1dad8c2c7decac8a7c0dbc3d6a4ddc6ad',
    'efe1eeb6e9f7e5f2f4f3ebe4ecf5f0edf1faf8e2e7feeae8b7e0fbe3f6b4fde6bd',
  ],
  [
    'ibm866',
    'aea5a0a8ade2e1e0a2abaaaca4afe3efebeca3a7a1e7a9e5a6e8eee6e9ede4eaf1',
    '8e8580888d929190828b8a8c848f939f9b9c83878197899586989e96999d949af0',
  ],
  [
    'iso-8859-5',
    'ded5d0d8dde2e1e0d2dbdadcd4dfe3efebecd3d7d1e7d9e5d6e8eee6e9ede4eaf1',
    'beb5b0b8bdc2c1c0b2bbbabcb4bfc3cfcbccb3b7b1c7b9c5b6c8cec6c9cdc4caa1',
  ],
  [
    'x-mac-cyrillic',
    'eee5e0e8edf2f1f0e2ebeaece4eff3dffbfce3e7e1f7e9f5e6f8fef6f9fdf4fade',
    '8e8580888d929190828b8a8c848f939f9b9c83878197899586989e96999d949add',
  ],
  [
    'windows-1253',
    'e1efe9e5f4f3ede7f5f1f0eaecebf2dffcdddcf9e3e4e8f7defdfef6e2eee6f8',
    'c1cfc9c5d4d3cdc7d5d1d0cacccbd3babcb8a2d9c3c4c8d7b9bebfd6c2cec6d8',
  ],
  ['windows-1255', 'e9e5e4ece0eef8fae1f9f0f2e3f7f4e7e8f1ebe2e6f6edefeaf3f5', '000000000000000000000000000000000000000000000000000000'],
  [
    'windows-1256',
    'c7e1e3ede4cad1e6c8dacfdde5d3decddfccd4d8d5d0cec9d6d2c3eccbdbc1c6d9c5c4c2',
    '000000000000000000000000000000000000000000000000000000000000000000000000',
  ],
];

/** Letters above ASCII of languages that write the others in Latin. */
export const LATIN_PROFILES: readonly LetterProfile[] = [
  ['windows-1252', 'e9e8e0eae7f4eef9e2fb9cebeffcf6', 'c9c8c0cac7d4ced9c2db8ccbcfdcd6'],
  ['windows-1252', 'e4fcf6dfe9', 'c4dcd600c9'],
  ['windows-1252', 'e1f3ede9f1faa1bffc', 'c1d3cdc9d1da0000dc'],
  ['windows-1252', 'e3e7e1e9edf3eaf5e2fae0f4', 'c3c7c1c9cdd3cad5c2dac0d4'],
  ['windows-1252', 'e0e8f9f2e9ecf3', 'c0c8d9d2c9ccd3'],
  ['windows-1252', 'e4e5f6e9f8', 'c4c5d6c9d8'],
  ['windows-1252', 'e5f8e6e9f6', 'c5d8c6c9d6'],
  ['windows-1252', 'e9e0e8edf3eff2e7fafc', 'c9c0c8cdd3cfd2c7dadc'],
  ['windows-1252', 'e1f0e9edf3fafdfee6f6', 'c1d0c9cdd3dadddec6d6'],
  ['windows-1252', 'e9ebeff6fce8ea', 'c9cbcfd6dcc8ca'],
  ['windows-1252', 'e4f6e5e9f5fc9a', 'c4d6c5c9d5dc8a'],
  ['windows-1254', 'fdfefcf0e7f6e2ee', '00dedcd0c7d6c2ce'],
  ['windows-1250', 'b3f3b9eabf9ce6f19f', 'a3d3a5caaf8cc6d18f'],
  ['windows-1250', 'ede1ece99ef8e8fd9af9faf29deff3', 'cdc1ccc98ed8c8dd8ad9dad28dcfd3'],
  ['windows-1250', 'e1ede9e89afd9efa9df4bef2f3efe4e0e5', 'c1cdc9c88add8eda8dd4bcd2d3cfc4c0c5'],
  ['windows-1250', 'e9e1f6f3f5fcedfafb', 'c9c1d6d3d5dccddadb'],
  ['windows-1250', 'e89a9ee6f0', 'c88a8ec6d0'],
  ['windows-1250', 'e3eee2bafe', 'c3cec2aade'],
  ['iso-8859-2', 'b3f3b1eabfb6e6f1bc', 'a3d3a1caafa6c6d1ac'],
  ['iso-8859-2', 'ede1ece9bef8e8fdb9f9faf2bbeff3', 'cdc1ccc9aed8c8dda9d9dad2abcfd3'],
  ['iso-8859-2', 'e1ede9e8b9fdbefabbf4b5f2f3efe4e0e5', 'c1cdc9c8a9ddaedaabd4a5d2d3cfc4c0c5'],
  ['iso-8859-2', 'e9e1f6f3f5fcedfafb', 'c9c1d6d3d5dccddadb'],
  ['iso-8859-2', 'e8b9bee6f0', 'c8a9aec6d0'],
  ['iso-8859-2', 'e3eee2bafe', 'c3cec2aade'],
];
