/** Adds a method to a class and applies a decorator to it, as decorator syntax would. */
export function applyMethodDecorator(prototype: object, name: string, value: unknown, decorator: MethodDecorator): void {
  const descriptor: PropertyDescriptor = { value, writable: true, configurable: true };
  Object.defineProperty(prototype, name, descriptor);
  decorator(prototype, name, descriptor);
}
