export { createKafkaEventLog } from './event-log/kafka-event-log.ts';
export type { KafkaEventLogOptions } from './event-log/kafka-event-log.ts';
export type { TopicOptions } from './topics/topic-plan.ts';
export type { KafkaSettings } from './wire/kafka-settings.ts';
export { createKafkaKeyStore } from './key-store/kafka-key-store.ts';
export type { KafkaKeyStoreOptions } from './key-store/kafka-key-store.ts';
export { createKafkaControlStore } from './control-store/kafka-control-store.ts';
export type { KafkaControlStoreOptions } from './control-store/kafka-control-store.ts';
