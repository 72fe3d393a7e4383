import { describeIsolation, ISOLATION_ENV } from './isolation-spec.ts';
import { describePrivateFacts } from './isolation/private-facts-spec.ts';
import { openOnCluster, openStandalone } from './open-services.ts';
import { realServers } from './real-servers.ts';

describeIsolation('a standalone service', () => openStandalone(ISOLATION_ENV));
describePrivateFacts('a standalone service', () => openStandalone(ISOLATION_ENV));

const servers = await realServers();
if (servers) describeIsolation('a cluster', () => openOnCluster(servers, ISOLATION_ENV));
