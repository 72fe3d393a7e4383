import { describeIsolation, ISOLATION_ENV } from './isolation-spec.ts';
import { openStandalone } from './open-services.ts';

describeIsolation('a standalone service', () => openStandalone(ISOLATION_ENV));
