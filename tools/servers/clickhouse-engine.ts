import { randomUUID } from 'node:crypto';
import { writeFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The part that is used of chdb, ClickHouse's engine as a library. */
interface ChdbSession {
  query(sql: string, format: string): string;
  queryAsync(
    sql: string,
    options: { format: string },
  ): Promise<{ bytes(): Uint8Array; rowsRead: number; bytesRead: number; elapsed: number }>;
  close(): void;
}

export interface Statement {
  readonly sql: string;
  /** Rows of an insert, in the format that the statement names. */
  readonly data: Buffer;
  readonly database: string;
  readonly format: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
}

export interface StatementResult {
  readonly bytes: Buffer;
  readonly format: string;
  readonly readRows: number;
  readonly readBytes: number;
  readonly writtenRows: number;
  readonly seconds: number;
}

export interface ClickhouseEngine {
  readonly version: string;
  execute(statement: Statement): Promise<StatementResult>;
  close(): void;
}

const PLAIN = 'TabSeparated';
const FORMAT_AT_END = /\s*\bFORMAT\s+(\w+)\s*;?\s*$/i;
const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const name = (value: string): string => `\`${value.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

/** Opens one session over a data folder. Statements run one after the other, each with its own settings. */
export function openClickhouseEngine(installedIn: string, dataFolder: string): ClickhouseEngine {
  const { Session } = createRequire(join(installedIn, 'x.js'))('chdb') as { Session: new (path: string, options: object) => ChdbSession };
  const session = new Session(dataFolder, { connectionArgs: ['--output_format_json_quote_64bit_integers=1'] });
  let database: string | undefined = 'default';
  let last: Promise<unknown> = Promise.resolve();

  const run = async (statement: Statement): Promise<StatementResult> => {
    if (statement.database !== database) session.query(`USE ${name(statement.database)}`, PLAIN);
    database = statement.database;
    const set: string[] = [];
    let file: string | undefined;
    try {
      for (const [setting, value] of statement.settings) {
        session.query(`SET ${setting} = ${/^-?\d+(\.\d+)?$/.test(value) ? value : text(value)}`, PLAIN);
        set.push(setting);
      }
      for (const [parameter, value] of statement.parameters) session.query(`SET param_${parameter} = ${text(value)}`, PLAIN);
      const named = FORMAT_AT_END.exec(statement.sql)?.[1];
      const isInsert = /^\s*INSERT\s/i.test(statement.sql);
      let { sql } = statement;
      if (isInsert && statement.data.length > 0 && named !== undefined) {
        // Inserted through a file, because rows may be bytes that no statement can contain.
        file = join(dataFolder, `.insert-${randomUUID()}`);
        writeFileSync(file, statement.data);
        sql = `${sql.replace(FORMAT_AT_END, '')} FROM INFILE ${text(file)} FORMAT ${named}`;
      } else if (statement.data.length > 0) sql = `${sql}\n${statement.data.toString('utf8')}`;
      const result = await session.queryAsync(sql, { format: statement.format });
      if (/^\s*USE\s/i.test(sql)) database = undefined;
      return {
        bytes: Buffer.from(result.bytes()),
        format: isInsert ? PLAIN : (named ?? statement.format),
        readRows: result.rowsRead,
        readBytes: result.bytesRead,
        writtenRows: isInsert ? result.rowsRead : 0,
        seconds: result.elapsed,
      };
    } finally {
      for (const setting of set) session.query(`SET ${setting} = DEFAULT`, PLAIN);
      if (file !== undefined) rmSync(file, { force: true });
    }
  };
  return {
    version: session.query('SELECT version()', PLAIN).trim(),
    execute: (statement) => {
      const result = last.then(() => run(statement));
      last = result.catch(() => undefined);
      return result;
    },
    close: () => session.close(),
  };
}
