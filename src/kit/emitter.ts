/** Events for many listeners. A listener that throws does not keep the others from being called. */
export interface Emitter<T> {
  on(listener: (value: T) => void): () => void;
  emit(value: T): void;
  readonly size: number;
}

export function createEmitter<T>(onError: (thrown: unknown) => void): Emitter<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(value) {
      for (const listener of [...listeners]) {
        try {
          listener(value);
        } catch (thrown) {
          onError(thrown);
        }
      }
    },
    get size() {
      return listeners.size;
    },
  };
}
