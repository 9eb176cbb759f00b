import { expect, test } from 'vitest';
import type * as z from 'zod';
import type { vaultMetadata } from '../../../operations/daemon/vault-metadata.ts';
import type { fsChangesSince } from '../../../operations/fs/changes-since.ts';
import type { fsStat } from '../../../operations/fs/stat.ts';
import type { fsStatMany } from '../../../operations/fs/stat-many.ts';
import type { fsWalk } from '../../../operations/fs/walk.ts';
import type { fsWrite } from '../../../operations/fs/write.ts';
import type { noteSearch } from '../../../operations/note/search.ts';
import { methodNames } from '../answer.ts';
import type { RemoteMethods } from './methods.ts';

/** The compiler holds this list to the client's types, the test holds it to the protocol. */
const typed: Record<keyof RemoteMethods, true> = {
  auth: true,
  'fs.append': true,
  'fs.appendBinary': true,
  'fs.changesSince': true,
  'fs.copy': true,
  'fs.exists': true,
  'fs.list': true,
  'fs.mkdir': true,
  'fs.readBinary': true,
  'fs.readBinaryRange': true,
  'fs.readMany': true,
  'fs.readText': true,
  'fs.remove': true,
  'fs.rename': true,
  'fs.rmdir': true,
  'fs.stat': true,
  'fs.statMany': true,
  'fs.thumbnail': true,
  'fs.trashLocal': true,
  'fs.unwatch': true,
  'fs.walk': true,
  'fs.watch': true,
  'fs.write': true,
  'fs.writeBinary': true,
  'server.info': true,
  'vault.metadata': true,
  'vault.search': true,
};

test('the client has a type for every method of the protocol', () =>
  expect(Object.keys(typed).sort()).toEqual(methodNames));

/** Where bytes go over the wire as they are, the client's types are those of the operations. */
interface Schemas {
  'fs.changesSince': typeof fsChangesSince;
  'fs.stat': typeof fsStat;
  'fs.statMany': typeof fsStatMany;
  'fs.walk': typeof fsWalk;
  'fs.write': typeof fsWrite;
  'vault.metadata': typeof vaultMetadata;
  'vault.search': typeof noteSearch;
}

type Misfits = {
  [Method in keyof Schemas]: RemoteMethods[Method]['params'] extends z.input<
    Schemas[Method]['input']
  >
    ? z.output<Schemas[Method]['output']> extends RemoteMethods[Method]['result']
      ? never
      : Method
    : Method;
}[keyof Schemas];

test('the client’s types fit those of the operations', () => {
  const fit: [Misfits] extends [never] ? true : Misfits = true;
  expect(fit).toBe(true);
});
