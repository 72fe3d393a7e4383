import type { ConfigTable, ConfigVariable } from './config-variable.ts';
import { CONFIG_GROUPS } from './config-variables.ts';
import { FILE_SUFFIX } from './secret-file.ts';

/** Renders all variables as Markdown, a table with a heading for each group. */
export function renderConfigTables(): string {
  return CONFIG_GROUPS.map(({ title, variables }) => `## ${title}\n\n${renderTable(variables)}`).join('\n\n');
}

function renderTable(variables: ConfigTable): string {
  const rows = Object.entries<ConfigVariable>(variables).flatMap(([name, variable]) => [
    `| \`${name}\` | ${variable.values ?? variable.expected} | ${defaultOf(variable)} | ${descriptionOf(variable)} |`,
    ...(variable.secret
      ? [`| \`${name}${FILE_SUFFIX}\` | a path | none | A file with the value, instead of the variable above; read at each start. |`]
      : []),
  ]);
  return ['| variable | values | default | what it does |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function defaultOf({ default: value, defaultText }: ConfigVariable): string {
  return value ? `\`${value}\`` : (defaultText ?? 'none');
}

function descriptionOf({ description, also }: ConfigVariable): string {
  return also === undefined ? description : `${description} Falls back to \`${also}\`.`;
}
