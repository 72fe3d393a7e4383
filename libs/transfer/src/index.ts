export { exportSpace, type Exported } from './export-space.ts';
export { importExport, isExport } from './import-export.ts';
export { TransferError } from './transfer-error.ts';
