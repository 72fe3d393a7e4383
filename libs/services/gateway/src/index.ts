export { createGateway } from './create-gateway.ts';
export { newSecret } from './access/api-key-text.ts';
export { makeKey, recoverKey, revokeKey } from './handlers/control-handlers.ts';
export { isTenantAdmin, toKeyViews, type ShownKey } from './access/key-permissions.ts';
export { GATEWAY_DEFAULTS, OPERATOR_SCOPES, OPERATOR_TENANT } from './gateway.ts';
export type { Bootstrap, Caller, Gateway, GatewayConfig, GatewayDeps, GatewayMeter, GatewayReply } from './gateway.ts';
export { importFile } from './handlers/import-file.ts';
export { importedBefore, subjectsBySequence, type ImportedBefore } from './handlers/imported-before.ts';
