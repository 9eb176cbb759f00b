/** The folder with `initdb` and `postgres`; undefined when there is none. */
export function findPostgres(): string | undefined;
export function linkPackagedPostgres(): void;
