export { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from './vendor-emulator.ts';
