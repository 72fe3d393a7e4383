export { exportSpace, type Exported } from './export-space.ts';
export { importExport, isExport, type ImportedExport } from './import-export.ts';
export { TransferError } from './transfer-error.ts';
