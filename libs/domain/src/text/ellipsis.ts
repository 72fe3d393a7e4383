/** Cuts a text to at most so many UTF-16 units, the last of them an ellipsis, and leaves no half of a character before it. */
export function cutWithEllipsis(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
