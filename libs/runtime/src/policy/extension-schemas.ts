import { z } from 'zod';
import { TotalRecallError } from '../errors.ts';
import { schemaBoundsProblem } from './schema-bounds.ts';

type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

/** Finds problems in the JSON Schemas of a policy's task-state extensions, by name. */
export function extensionSchemaProblems(schemas: Schemas): { readonly name: string; readonly message: string }[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const message = schemaBoundsProblem(schema);
    if (message !== undefined) return [{ name, message }];
    try {
      compileSchema(schema);
      return [];
    } catch (error) {
      return [{ name, message: error instanceof Error ? error.message : 'is no JSON Schema' }];
    }
  });
}

// Uses a separate registry, so that an `$id` of one tenant has no effect on another.
function compileSchema(schema: Readonly<Record<string, unknown>>): z.ZodType {
  return z.fromJSONSchema(schema as JsonSchema, { registry: z.registry() });
}

/**
 * Creates a checker of task-state extensions against the schemas registered for them. Compiled schemas are
 * cached. Source: 002 §4.3.
 */
export function createExtensionChecker() {
  const compiled = new WeakMap<object, z.ZodType>();
  const compile = (name: string, schema: Readonly<Record<string, unknown>>): z.ZodType => {
    const known = compiled.get(schema);
    if (known) return known;
    // The policy may be older than a limit.
    const problem = schemaBoundsProblem(schema);
    if (problem !== undefined)
      throw new TotalRecallError(
        'invalid_policy',
        `The schema of the extension "${name}" in taskStateExtensions cannot be used: ${problem}.`,
        { details: { extension: name } },
      );
    const made = compileSchema(schema);
    compiled.set(schema, made);
    return made;
  };
  return function checkExtensions(extensions: Readonly<Record<string, unknown>> | undefined, schemas: Schemas = {}): void {
    for (const [name, value] of Object.entries(extensions ?? {})) {
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      if (!schema) {
        throw new TotalRecallError(
          'invalid_request',
          `The extension "${name}" is not registered. Add its JSON Schema to taskStateExtensions in the policy.`,
          { details: { extension: name } },
        );
      }
      const result = compile(name, schema).safeParse(value);
      if (result.success) continue;
      const first = result.error.issues[0]!;
      const at = [name, ...first.path.map(String)].join('.');
      throw new TotalRecallError('invalid_request', `The extension ${at} does not fit its schema: ${first.message}.`, {
        details: { extension: name, path: at },
      });
    }
  };
}
