import { describeIsolation, ISOLATION_ENV } from './isolation-spec.ts';
import { describeBoundKeys } from './isolation/bound-keys-spec.ts';
import { describePrivateFacts } from './isolation/private-facts-spec.ts';
import { openOnCluster, openStandalone } from './open-services.ts';
import { realServers } from './real-servers.ts';

describeIsolation('a standalone service', () => openStandalone(ISOLATION_ENV));
describePrivateFacts('a standalone service', () => openStandalone(ISOLATION_ENV));
describeBoundKeys('a standalone service', () => openStandalone(ISOLATION_ENV));

const servers = await realServers();
if (servers) {
  describeIsolation('a cluster', () => openOnCluster(servers, ISOLATION_ENV));
  describeBoundKeys('a cluster', () => openOnCluster(servers, ISOLATION_ENV));
}
