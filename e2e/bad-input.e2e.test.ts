import { BAD_INPUT_ENV, describeBadInput } from './bad-input-spec.ts';
import { openOnCluster, openStandalone } from './open-services.ts';
import { realServers } from './real-servers.ts';

describeBadInput('a standalone service', () => openStandalone(BAD_INPUT_ENV));

const servers = await realServers();
if (servers) describeBadInput('a cluster', () => openOnCluster(servers, BAD_INPUT_ENV));
