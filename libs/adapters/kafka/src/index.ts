export { createKafkaEventLog } from './event-log/kafka-event-log.ts';
export type { KafkaEventLogOptions } from './event-log/kafka-event-log.ts';
export type { TopicOptions } from './topics/topic-plan.ts';
export type { KafkaSettings } from './wire/kafka-settings.ts';
