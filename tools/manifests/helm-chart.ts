import { isOurImage, isVersioned } from './container.ts';
import type { KubernetesObject } from './kubernetes.ts';

/** Labels that belong to a release of Helm; the base knows of none. */
const OF_HELM = ['app.kubernetes.io/instance', 'app.kubernetes.io/managed-by', 'app.kubernetes.io/version', 'helm.sh/chart'];
/** Starts the pod anew with other settings, which kustomize does by the name of the config map. */
const SETTINGS_HASH = 'total-recall/settings';
const KUSTOMIZE_HASH = /-[a-z0-9]{10}$/;

type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;

/**
 * Returns what a rendered chart has otherwise than what kustomize builds. Of no account are the namespace, which Helm
 * is told at the command line, labels of Helm's, the way in which new settings restart the pod, and that an image
 * without a tag is the one of the chart's version.
 */
export function chartDifferences(
  kustomized: readonly KubernetesObject[],
  rendered: readonly KubernetesObject[],
  appVersion: string,
): string[] {
  const wanted = byName(
    kustomized.filter(({ kind }) => kind !== 'Namespace').map((object) => fromKustomize(object, kustomized, appVersion)),
  );
  const found = byName(rendered.map(fromHelm));
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((name) => differences(wanted.get(name), found.get(name), name));
}

/** The values of a chart as YAML has them. */
export type ChartValues = Readonly<Record<string, unknown>>;

/** A value that has no effect beside another that is given, too. */
const BEHIND_ANOTHER = ['image.tag'];

/**
 * Returns what a chart makes nothing of: texts and numbers of `given` that stand nowhere in what is rendered with them,
 * and values that the chart has by default and `given` leaves out, so that nobody knows.
 */
export function unseenValues(given: ChartValues, defaults: ChartValues, rendered: readonly KubernetesObject[]): string[] {
  const seen = JSON.stringify(rendered);
  const unseen = leavesOf(given)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .filter(([, value]) => !seen.includes(JSON.stringify(value).replaceAll('"', '')))
    .map(([path]) => `Nothing that the chart makes has the value ${path}.`);
  const paths = leavesOf(given).map(([path]) => path);
  const isGiven = (path: string): boolean => paths.some((own) => own === path || own.startsWith(`${path}.`));
  const left = leavesOf(defaults)
    .map(([path]) => path)
    .filter((path) => !BEHIND_ANOTHER.includes(path) && !isGiven(path));
  return [...unseen, ...left.map((path) => `The value ${path} of the chart is not given.`)];
}

/** Returns all values that hold no others, by their path; those of a list have its path and their place. */
function leavesOf(value: unknown, at = ''): [path: string, value: unknown][] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) return [[at, value]];
  return entries.flatMap(([key, inner]: [string, unknown]) => leavesOf(inner, at === '' ? key : `${at}.${key}`));
}

function byName(objects: readonly JsonObject[]): ReadonlyMap<string, Json> {
  return new Map(objects.map((object) => [`${object['kind'] as string} ${(object['metadata'] as { name: string }).name}`, object]));
}

function fromKustomize(object: KubernetesObject, all: readonly KubernetesObject[], appVersion: string): JsonObject {
  const hashed = new Set(all.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name));
  return mapJson(object as unknown as JsonObject, (key, value) => {
    if (key === 'namespace') return undefined;
    if (typeof value !== 'string') return value;
    if (key === 'name' && hashed.has(value)) return value.replace(KUSTOMIZE_HASH, '');
    return key === 'image' && isOurImage(value) && !isVersioned(value) ? `${value}:${appVersion}` : value;
  });
}

function fromHelm(object: KubernetesObject): JsonObject {
  return mapJson(object as unknown as JsonObject, (key, value) => {
    if (OF_HELM.includes(key) || key === SETTINGS_HASH) return undefined;
    return value;
  });
}

/** Changes each value by its key; `undefined` takes it out, and an object that is empty then with it. */
function mapJson(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  const mapped = (key: string, value: Json): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => mapped('', item));
    if (typeof value !== 'object' || value === null) return change(key, value);
    const inner = mapJson(value as JsonObject, change);
    return Object.keys(inner).length === 0 && Object.keys(value).length > 0 ? undefined : inner;
  };
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const result = mapped(key, value);
      return result === undefined ? [] : [[key, result]];
    }),
  );
}

function differences(wanted: Json, found: Json, at: string): string[] {
  if (wanted === undefined) return [`${at}: the chart alone has it.`];
  if (found === undefined) return [`${at}: the chart does not have it.`];
  if (isObject(wanted) && isObject(found)) {
    const keys = [...new Set([...Object.keys(wanted), ...Object.keys(found)])];
    return keys.flatMap((key) => differences(wanted[key], found[key], `${at}.${key}`));
  }
  if (Array.isArray(wanted) && Array.isArray(found) && wanted.length === found.length)
    return wanted.flatMap((item: Json, index) => differences(item, (found as Json[])[index], `${at}[${index}]`));
  const [base, chart] = [JSON.stringify(wanted), JSON.stringify(found)];
  return base === chart ? [] : [`${at}: ${base} by kustomize, ${chart} in the chart.`];
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
