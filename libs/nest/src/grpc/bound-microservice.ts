import type { INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { inTime, type Scheduler } from '@total-recall/runtime';
import { BoundServer, type BoundServerOptions } from './bound-server.ts';

export interface BoundMicroservice {
  /** Resolves with host and port once the server answers. Errors: `unavailable` when the address cannot be bound. */
  listen(): Promise<string>;
  /** Lets calls in flight finish until the deadline, then cuts them. */
  close(deadlineMs: number): Promise<void>;
}

/** Creates a Nest module that listens on a gRPC port. */
export async function createBoundMicroservice(
  root: Type<unknown>,
  scheduler: Pick<Scheduler, 'delay'>,
  options: BoundServerOptions,
): Promise<BoundMicroservice> {
  const strategy = new BoundServer(options);
  const app: INestMicroservice = await NestFactory.createMicroservice<MicroserviceOptions>(root, {
    strategy,
    logger: false,
    abortOnError: false,
  });
  return {
    async listen() {
      await app.listen();
      if (strategy.failure !== undefined) throw strategy.failure;
      return strategy.address;
    },
    async close(deadlineMs) {
      const { kind } = await inTime(strategy.drain(), { scheduler, ms: deadlineMs });
      if (kind === 'late') strategy.cut();
      await app.close();
    },
  };
}
