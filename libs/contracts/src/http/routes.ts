import { CONTROL_ROUTES } from './control-routes.ts';
import { DELEGATION_ROUTES } from './delegation-routes.ts';
import { FACT_ROUTES } from './fact-routes.ts';
import { HOLD_ROUTES } from './hold-routes.ts';
import { MEMORY_ROUTES } from './memory-routes.ts';
import { SESSION_ROUTES } from './session-routes.ts';

/** Every operation of the public API, by id. */
export const ROUTES = { ...SESSION_ROUTES, ...MEMORY_ROUTES, ...FACT_ROUTES, ...DELEGATION_ROUTES, ...CONTROL_ROUTES, ...HOLD_ROUTES };

export type RouteId = keyof typeof ROUTES;
export const ROUTE_IDS = Object.keys(ROUTES) as RouteId[];
