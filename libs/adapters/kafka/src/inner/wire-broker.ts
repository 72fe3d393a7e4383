/** A record as kafkajs decodes it. */
export interface RawRecord {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Record<string, Buffer>;
  readonly isControlRecord: boolean;
  readonly batchContext: { readonly firstOffset: string; readonly lastOffsetDelta: number };
}

export interface FetchAnswer {
  readonly responses: readonly {
    readonly partitions: readonly { readonly highWatermark: string; readonly messages: readonly RawRecord[] }[];
  }[];
}

export interface ProduceAnswer {
  readonly topics: readonly { readonly partitions: readonly { readonly baseOffset: string }[] }[];
}

interface OfTopic<Partition> {
  readonly topic: string;
  readonly partitions: readonly Partition[];
}

/** The requests that are made of one broker, with the answers that the types of kafkajs leave open. */
export interface WireBroker {
  deleteRecords(request: {
    readonly topics: readonly OfTopic<{ readonly partition: number; readonly offset: string }>[];
  }): Promise<unknown>;
  initProducerId(request: { transactionTimeout: number }): Promise<{ readonly producerId: string; readonly producerEpoch: number }>;
  fetch(request: {
    readonly maxWaitTime: number;
    readonly minBytes: number;
    readonly maxBytes: number;
    readonly topics: readonly OfTopic<{ readonly partition: number; readonly fetchOffset: string; readonly maxBytes: number }>[];
  }): Promise<FetchAnswer>;
  produce(request: {
    readonly acks: number;
    readonly timeout: number;
    readonly compression: number;
    readonly producerId: string;
    readonly producerEpoch: number;
    readonly topicData: readonly OfTopic<{
      readonly partition: number;
      readonly firstSequence: number;
      readonly messages: readonly {
        readonly key: Buffer;
        readonly value: Buffer | null;
        readonly headers?: Readonly<Record<string, Buffer>>;
      }[];
    }>[];
  }): Promise<ProduceAnswer>;
}
