import { ROUTES, type Route, type RouteId } from '@total-recall/contracts';

const PUBLIC_PATHS = ['/openapi.json', '/docs'];

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

/** The methods that a path takes; none where it is no path of ours. */
export function allowedMethods(path: string): readonly string[] {
  return KNOWN.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}

/** A path of the route table in the way Express writes parameters. */
export function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** What to call a request in metrics and in the log: the template of its path, never the path. */
export function routeLabel(routeId: RouteId | undefined, path: string | undefined): string {
  if (routeId !== undefined) return ROUTES[routeId].path;
  return PUBLIC_PATHS.find((known) => known === path?.split('?')[0]) ?? 'none';
}
