import { collectReferences } from '../isolation/references.ts';
import { publishedRoutes } from '../isolation/published-routes.ts';
import { openTwoTenants } from '../isolation/two-tenants.ts';
import { openStandalone } from '../open-services.ts';
import { UNLIMITED } from '../unlimited.ts';
import type { Target } from './strike.ts';

/** Prefix of the operator's routes, which would answer 403 to every change. */
const FOR_OPERATORS = '/v1/admin/';

/** Opens a service in this process, with a tenant that has sessions, markers, artifacts, keys and retrievals. */
export async function openTarget(): Promise<Target & { logged(): Promise<string>; close(): Promise<void> }> {
  const service = await openStandalone({ ...UNLIMITED, TOTAL_RECALL_LOG_LEVEL: 'error' });
  const tenants = await openTwoTenants(service);
  const routes = await publishedRoutes(service.url);
  return {
    url: service.url,
    grpcAddress: service.grpcAddress,
    apiKey: tenants.owner.apiKey,
    routes: routes.filter(({ path }) => !path.startsWith(FOR_OPERATORS)),
    references: await collectReferences(tenants),
    logged: () => service.logged(),
    close: () => service.close(),
  };
}
