/** What the shell logs with; a pino logger fits. Never given a body, a header or a key. */
export interface HttpLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
