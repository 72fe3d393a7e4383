import { ROUTES, type Route, type RouteId } from '@total-recall/contracts';

const PUBLIC_PATHS = ['/openapi.json', '/docs', '/'];

interface PathMethods {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

const KNOWN: readonly PathMethods[] = [
  ...Object.entries(Object.groupBy(Object.values<Route>(ROUTES), (route) => route.path)).map(([path, routes]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}/?$`),
    methods: routes!.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])),
  })),
  ...PUBLIC_PATHS.map((path) => ({ pattern: new RegExp(`^${path.replaceAll('.', '\\.')}/?$`), methods: ['GET', 'HEAD'] })),
];

/** Returns the methods that a path accepts; none when the path is unknown. */
export function allowedMethods(path: string): readonly string[] {
  return KNOWN.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}

/** Converts a path of the route table to the parameter syntax of Express. */
export function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Returns the label of a request in metrics and logs: the template of its path, never the path itself. */
export function routeLabel(routeId: RouteId | undefined, path: string | undefined): string {
  if (routeId !== undefined) return ROUTES[routeId].path;
  return PUBLIC_PATHS.find((known) => known === path?.split('?')[0]) ?? 'none';
}
