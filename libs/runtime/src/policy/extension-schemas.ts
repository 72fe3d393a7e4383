import { z } from 'zod';
import { TotalRecallError } from '../errors.ts';

type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

/** What is wrong with the JSON Schemas of a policy's task-state extensions, by name; empty where all can be used. */
export function extensionSchemaProblems(schemas: Schemas): { readonly name: string; readonly message: string }[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    try {
      z.fromJSONSchema(schema as JsonSchema);
      return [];
    } catch (error) {
      return [{ name, message: error instanceof Error ? error.message : 'is no JSON Schema' }];
    }
  });
}

/** Checks the extensions of a task state against the schemas registered for them. Compiled schemas are kept. Source: 002 §4.3. */
export function createExtensionChecker() {
  const compiled = new WeakMap<object, z.ZodType>();
  const compile = (schema: Readonly<Record<string, unknown>>): z.ZodType => {
    const known = compiled.get(schema);
    if (known) return known;
    const made = z.fromJSONSchema(schema as JsonSchema);
    compiled.set(schema, made);
    return made;
  };
  return function checkExtensions(extensions: Readonly<Record<string, unknown>> | undefined, schemas: Schemas = {}): void {
    for (const [name, value] of Object.entries(extensions ?? {})) {
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      if (!schema) {
        throw new TotalRecallError('invalid_request', `The extension "${name}" is not registered. Add its JSON Schema to taskStateExtensions in the policy.`, { details: { extension: name } });
      }
      const result = compile(schema).safeParse(value);
      if (result.success) continue;
      const first = result.error.issues[0]!;
      const at = [name, ...first.path.map(String)].join('.');
      throw new TotalRecallError('invalid_request', `The extension ${at} does not fit its schema: ${first.message}.`, { details: { extension: name, path: at } });
    }
  };
}
