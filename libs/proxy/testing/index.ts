export { openTestProxy } from './open-test-proxy.ts';
export { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from './vendor-emulator.ts';
