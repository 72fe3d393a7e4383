import { stripVTControlCharacters } from 'node:util';
import { UNSEEN } from '@total-recall/domain';

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Returns the number of columns that a text takes on a terminal, without colour codes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const point of stripVTControlCharacters(text)) width += NONE.test(point) ? 0 : WIDE.test(point) ? 2 : 1;
  return width;
}

/** Cuts text without colours to a number of columns, with an ellipsis at the cut. */
export function cutTo(text: string, columns: number, from: 'start' | 'end' = 'end'): string {
  if (widthOf(text) <= columns) return text;
  const points = [...text];
  const kept: string[] = [];
  let width = 1;
  for (const point of from === 'end' ? points : points.toReversed()) {
    width += widthOf(point);
    if (width > columns) break;
    kept.push(point);
  }
  return from === 'end' ? `${kept.join('')}…` : `…${kept.toReversed().join('')}`;
}

// Characters that could move the cursor or colour the screen.
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** Makes foreign text harmless for a terminal, and shows where it holds what nobody sees or what turns the writing. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROLS, '�').replace(UNSEEN, '�');
}

/** Makes foreign text harmless and puts it on one line. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}
