/** Position of a record in the log. Callers see it only as an opaque token. */
export interface Position {
  readonly generation: string;
  readonly partition: number;
  readonly offset: number;
}

export function encodePosition(position: Position): string {
  return `${position.generation}.${position.partition}.${position.offset}`;
}

/** Decodes a token; undefined where it was not issued by the service. */
export function decodePosition(token: string): Position | undefined {
  const match = /^([A-Za-z0-9]{1,32})\.(\d{1,6})\.(\d{1,15})$/.exec(token);
  if (!match) return undefined;
  return { generation: match[1]!, partition: Number(match[2]), offset: Number(match[3]) };
}
