/** Counts the lines of a Python source that a reader would have to write: neither empty nor a comment. */
export function codeLines(source: string): number {
  return source.split('\n').filter((line) => /^\s*[^\s#]/.test(line)).length;
}
