import { readFileSync, readdirSync } from 'node:fs';
import { ERROR_CODES, ROUTES, type Route } from '@total-recall/contracts';
import { groupNames, readContracts, type Operation } from '../client-types/render-client-types.ts';
import type { Schema } from '../client-types/render-type.ts';
import { literal, pascalCase, snakeCase } from './python-names.ts';
import { MODELS, PARAMS, renderClasses } from './render-classes.ts';
import { renderSync } from './render-sync.ts';

const HEADER = '# Made from the routes and their schemas by `npm run client:python`: change those, not this file.\n';
const ASYNC = new URL('../../python/src/total_recall/_async/', import.meta.url);

/**
 * Renders the files of the Python client that are made, by their path in `python/src/total_recall`: models of what is
 * sent and answered, the dictionaries that callers write, the routes, and the synchronous client from the asynchronous.
 */
export function renderPythonClient(): Readonly<Record<string, string>> {
  const { operations, schemas } = readContracts();
  const bodies = reachable(operations.flatMap(bodyNames), schemas);
  const used = Object.keys(schemas).filter((name) => reachable(operations.flatMap(allNames), schemas).has(name));
  return {
    ...renderModels(used, schemas),
    'params.py': renderParams(operations, [...bodies], schemas),
    '_routes.py': renderRoutes(),
    ...Object.fromEntries(
      readdirSync(ASYNC)
        .filter((file) => file.endsWith('.py'))
        .map((file) => [`_sync/${file}`, renderSync(readFileSync(new URL(file, ASYNC), 'utf8'))]),
    ),
  };
}

function bodyNames({ requestBody }: Operation): string[] {
  return referencesIn(requestBody);
}

function allNames(operation: Operation): string[] {
  return ['Problem', ...referencesIn(operation)];
}

function referencesIn(value: unknown): string[] {
  return [...JSON.stringify(value ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);
}

/** Returns names and all that they refer to, directly or through others. */
function reachable(names: readonly string[], schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    referencesIn(schemas[name]).forEach(visit);
  };
  names.forEach(visit);
  return found;
}

/** Renders the models by subject. A file imports only from files after it, so that none imports itself. */
function renderModels(used: readonly string[], schemas: Readonly<Record<string, Schema>>): Record<string, string> {
  const groups = groupNames(used).map(({ file, names }) => {
    const parts = names.flatMap((name) => renderClasses(name, schemas[name]!, MODELS));
    return {
      module: file.replace(/^wire-|\.ts$/g, ''),
      parts: [...parts.filter((one) => !one.isAlias), ...parts.filter((one) => one.isAlias)],
    };
  });
  const files = groups.map(({ module, parts }) => {
    const text = parts.map((part) => part.text).join('\n\n');
    const imports = groups
      .filter((other) => other.module !== module)
      .map((other) =>
        importOf(
          `.${other.module}`,
          other.parts.map(({ name }) => name).filter((name) => mentions(text, name)),
        ),
      )
      .filter((line) => line !== '');
    return [`models/${module}.py`, `${HEADER}${modelImports(text)}${imports.join('')}\n\n${text}`] as const;
  });
  const names = groups.flatMap(({ parts }) => parts.map(({ name }) => name)).sort();
  const index = groups
    .map(({ module, parts }) => importOf(`.${module}`, parts.map(({ name }) => name).sort()))
    .sort()
    .join('');
  return {
    ...Object.fromEntries(files),
    'models/__init__.py': `${HEADER}${index}\n__all__ = [\n${names.map((name) => `    "${name}",`).join('\n')}\n]\n`,
  };
}

function modelImports(text: string): string {
  const typing = ['Any', 'Literal', 'TypeAlias'].filter((name) => mentions(text, name));
  const pydantic = ['AwareDatetime', 'Field'].filter((name) => mentions(text, name));
  const own = ['Open', 'WireModel'].filter((name) => mentions(text, name));
  const blocks = [
    'from __future__ import annotations\n',
    typing.length > 0 ? `from typing import ${typing.join(', ')}\n` : '',
    pydantic.length > 0 ? `from pydantic import ${pydantic.join(', ')}\n` : '',
    `from .._model import ${own.join(', ')}\n`,
  ];
  return `\n${blocks.filter((block) => block !== '').join('\n')}`;
}

function importOf(module: string, names: readonly string[]): string {
  return names.length > 0 ? `from ${module} import (\n${names.map((name) => `    ${name},`).join('\n')}\n)\n` : '';
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w"'.])${name}\\b`).test(text.replaceAll(/^ *#.*$/gm, ''));
}

/** Bodies of which a part is named by the call itself, so that the rest is given as keywords. */
const OPTIONS: readonly (readonly [name: string, schema: string, without: readonly string[]])[] = [
  ['WindowOptions', 'WindowRequest', ['format']],
  ['RecallOptions', 'RecallRequest', ['query']],
  ['SessionRecallOptions', 'RecallRequest', ['query', 'session']],
  ['OpenOptions', 'OpenRequest', ['ref']],
  ['SessionOpenOptions', 'OpenRequest', ['ref', 'session']],
];

function renderParams(operations: readonly Operation[], bodies: readonly string[], schemas: Readonly<Record<string, Schema>>): string {
  const parts = bodies.flatMap((name) => renderClasses(name, schemas[name]!, PARAMS));
  const options = OPTIONS.flatMap(([name, of, without]) => {
    const properties = { ...(schemas[of]!['properties'] as Record<string, Schema>) };
    for (const one of without) delete properties[one];
    return renderClasses(name, { type: 'object', properties }, { ...PARAMS, className: (own) => (own === name ? name : `${own}Param`) });
  });
  const queries = operations.flatMap((operation) => renderQuery(operation));
  const text = [...parts.filter((one) => !one.isAlias), ...options, ...parts.filter((one) => one.isAlias)]
    .map((one) => one.text)
    .concat(queries)
    .join('\n\n');
  const typing = ['Any', 'Literal', 'TypeAlias'].filter((name) => mentions(text, name));
  return `${HEADER}
from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import ${typing.join(', ')}

from typing_extensions import Required, TypedDict

from . import models


${text}`;
}

/** Renders the query of a route; \`true\` and \`false\` are written as texts on the wire and as truth values here. */
function renderQuery({ operationId, parameters }: Operation): string[] {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return [];
  const fields = query.map(({ name, schema }) => {
    const values = schema['enum'];
    if (Array.isArray(values) && values.join() === 'true,false') return { name, type: 'bool' };
    if (Array.isArray(values)) return { name, type: `Literal[${values.map(literal).join(', ')}]` };
    if (schema['type'] === 'integer') return { name, type: 'int' };
    return { name, type: /^(asOf|validAt|from|to)$/.test(name) ? 'datetime | str' : 'str' };
  });
  const lines = fields.map(({ name, type }) => `    ${snakeCase(name)}: ${type}\n`);
  return [`class ${pascalCase(operationId)}Query(TypedDict, total=False):\n${lines.join('')}`];
}

function renderRoutes(): string {
  const routes = Object.entries<Route>(ROUTES);
  const rows = routes.map(
    ([id, { method, path, body }]) => `    "${id}": Route("${method}", "${path}", ${body ? `"${body.kind}"` : 'None'}),`,
  );
  const errors = Object.entries(ERROR_CODES).map(([code, { http, retryable }]) => `    "${code}": (${http}, ${literal(retryable)}),`);
  const names = (all: readonly string[]): string => all.map((name) => `    "${name}",`).join('\n');
  return `${HEADER}
from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias


class Route(NamedTuple):
    method: str
    path: str
    body: Literal["json", "bytes"] | None


# Routes that answer with JSON, and those that answer with bytes.
JsonRouteId: TypeAlias = Literal[
${names(routes.flatMap(([id, { response }]) => (response.kind === 'bytes' ? [] : [id])))}
]
BytesRouteId: TypeAlias = Literal[
${names(routes.flatMap(([id, { response }]) => (response.kind === 'bytes' ? [id] : [])))}
]
RouteId: TypeAlias = Literal[JsonRouteId, BytesRouteId]

ErrorCode: TypeAlias = Literal[
${names(Object.keys(ERROR_CODES))}
]

ROUTES: dict[RouteId, Route] = {
${rows.join('\n')}
}

# Status of each error code, and whether a repeat may help.
ERRORS: dict[ErrorCode, tuple[int, bool]] = {
${errors.join('\n')}
}
`;
}
