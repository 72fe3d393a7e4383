import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { renderProto } from '@total-recall/contracts';

const file = new URL('../libs/contracts/proto/totalrecall/v1/total_recall.proto', import.meta.url);
writeFileSync(file, renderProto(existsSync(file) ? readFileSync(file, 'utf8') : ''));
