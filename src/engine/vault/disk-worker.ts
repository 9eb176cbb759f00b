import { closeSync, fdatasyncSync, fsyncSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { DiskAnswer, DiskRequest, Made } from './disk-threads.ts';
import { makeFile, type NewFile } from './new-file.ts';
import { systemCode } from './system-errors.ts';

parentPort?.on('message', (request: DiskRequest) => {
  parentPort?.postMessage(
    request.kind === 'make' ? makeAll(request) : closeAll(request.descriptors),
  );
});

function makeAll({ flush, files, bytes }: DiskRequest & { kind: 'make' }): DiskAnswer {
  const flushed = attempt(() => {
    for (const descriptor of flush) fdatasyncSync(descriptor);
    return {};
  });
  let start = 0;
  const made = files.map(({ end, sync, ...file }) => {
    const own = bytes.subarray(start, end);
    start = end;
    return attempt(() => make({ ...file, bytes: own }, sync));
  });
  return { flushed, made };
}

function make(file: NewFile, sync: boolean): Made {
  const { stat, descriptor } = makeFile(file);
  try {
    if (sync) fsyncSync(descriptor);
    return { stat };
  } finally {
    closeSync(descriptor);
  }
}

function attempt(run: () => Made): Made {
  try {
    return run();
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { failure: { code: systemCode(thrown), message } };
  }
}

function closeAll(descriptors: readonly number[]): DiskAnswer {
  for (const descriptor of descriptors) closeSync(descriptor);
  return { flushed: {}, made: [] };
}
