import type { Door } from '../contract/callers.ts';
import { fileList } from './file/list.ts';
import { fsAppend } from './fs/append.ts';
import { fsAppendBinary } from './fs/append-binary.ts';
import { fsCopy } from './fs/copy.ts';
import { fsExists } from './fs/exists.ts';
import { fsList } from './fs/list.ts';
import { fsMkdir } from './fs/mkdir.ts';
import { fsReadBinary } from './fs/read-binary.ts';
import { fsReadBinaryRange } from './fs/read-binary-range.ts';
import { fsReadText } from './fs/read-text.ts';
import { fsRemove } from './fs/remove.ts';
import { fsRename } from './fs/rename.ts';
import { fsRmdir } from './fs/rmdir.ts';
import { fsStat } from './fs/stat.ts';
import { fsTrashLocal } from './fs/trash-local.ts';
import { fsWalk } from './fs/walk.ts';
import { fsWrite } from './fs/write.ts';
import { fsWriteBinary } from './fs/write-binary.ts';
import { noteAppend } from './note/append.ts';
import { noteCreate } from './note/create.ts';
import { noteDelete } from './note/delete.ts';
import { noteRead } from './note/read.ts';
import { noteResolve } from './note/resolve.ts';
import { noteWrite } from './note/write.ts';
import type { Operation } from './operation.ts';
import { policyExplain } from './policy/explain.ts';

/** Everything vaultd can be asked for, sorted by name. */
export const operations: readonly Operation[] = [
  fileList,
  fsAppend,
  fsAppendBinary,
  fsCopy,
  fsExists,
  fsList,
  fsMkdir,
  fsReadBinary,
  fsReadBinaryRange,
  fsReadText,
  fsRemove,
  fsRename,
  fsRmdir,
  fsStat,
  fsTrashLocal,
  fsWalk,
  fsWrite,
  fsWriteBinary,
  noteAppend,
  noteCreate,
  noteDelete,
  noteRead,
  noteResolve,
  noteWrite,
  policyExplain,
];

/** What a door serves, by the names it has there. */
export function servedAt(door: Door): ReadonlyMap<string, Operation> {
  return new Map(
    operations.flatMap((operation): [string, Operation][] => {
      const name = operation.at[door];
      return name === undefined ? [] : [[name, operation]];
    }),
  );
}
