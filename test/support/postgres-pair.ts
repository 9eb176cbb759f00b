import { rmSync } from 'node:fs';
import { Link } from './link.ts';
import { Postgres } from './postgres.ts';

/** A primary and a synchronous standby, which takes over when the primary dies. */
export class PostgresPair {
  #primary: Postgres;
  #standby: Postgres | undefined;
  #links: readonly Link[] = [];

  /** The primary runs already. */
  constructor(primary: Postgres) {
    this.#primary = primary;
  }

  /** From now on commits wait for the standby. */
  async addStandby(folder: string): Promise<void> {
    this.#standby = await this.#primary.createStandby(folder);
    await this.#standby.start();
    await this.#primary.waitForStandby(true);
  }

  /** A URL with two ports, one for each server; which of them takes writes changes. */
  async openLinks(database: string): Promise<string> {
    const servers = [this.#primary, this.#requireStandby()];
    this.#links = await Promise.all(servers.map(({ socket }) => Link.open(socket)));
    const ports = this.#links.map(({ port }) => port);
    return Postgres.urlAt(ports, database);
  }

  /** The primary dies, and the standby is promoted. */
  async failOver(): Promise<void> {
    const standby = this.#requireStandby();
    await this.#primary.kill();
    await standby.promote();
    await standby.waitForStandby(false);
    [this.#primary, this.#standby] = [standby, this.#primary];
  }

  /** A new standby where the dead primary was. */
  async repair(): Promise<void> {
    const { folder } = this.#requireStandby();
    rmSync(folder, { recursive: true });
    await this.addStandby(folder);
  }

  async close(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()));
    await Promise.all([this.#primary.kill(), this.#standby?.kill()]);
  }

  #requireStandby(): Postgres {
    if (this.#standby === undefined) throw new Error('There is no standby.');
    return this.#standby;
  }
}
