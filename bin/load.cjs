// Loads a program of dist/, with what V8 compiled of it in an earlier process. To compile takes a
// third of a start. From Node 22 on, Node itself keeps compiled code; for Node 20 it is done here.
'use strict';
const fs = require('node:fs');
const nodeModule = require('node:module');
const { join } = require('node:path');
const vm = require('node:vm');

const folder = join(__dirname, '../.cache');
/** By then a process has run the code that its kind needs. */
const keepAfterMs = 1500;

/** The exports of `dist/NAME.cjs`. What the processes of one `use` compile is kept together. */
exports.load = function load(name, use = name) {
  const file = join(__dirname, `../dist/${name}.cjs`);
  const require = nodeModule.createRequire(file);
  if (nodeModule.enableCompileCache !== undefined) {
    nodeModule.enableCompileCache(folder);
    whenRun(() => nodeModule.flushCompileCache?.());
    return require(file);
  }
  // The built code is ASCII.
  const code = fs.readFileSync(file, 'latin1');
  const kept = join(folder, toName(use, code));
  const cachedData = read(kept);
  const wrapped = `(function(exports,require,module,__filename){${code}\n})`;
  const script = new vm.Script(wrapped, { filename: file, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) {
    whenRun(() => write(kept, script.createCachedData()));
  }
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file);
  return module.exports;
};

/** Soon after the start, since a process may be killed, or at its end. */
function whenRun(keep) {
  let timer;
  const once = () => {
    clearTimeout(timer);
    process.off('exit', once);
    keep();
  };
  timer = setTimeout(once, keepAfterMs).unref();
  process.on('exit', once);
}

/** V8 does not check that compiled code belongs to a source, so the digest that begins it is in the name. */
function toName(use, code) {
  const digest = /^\/\/(\w+)\n/.exec(code)?.[1];
  return `${use}-${process.version}-${process.arch}-${digest}.bin`;
}

function read(file) {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Whole or not at all, since V8 does not check its bytes either. Where the folder is not ours, nothing is kept. */
function write(file, data) {
  const temporary = `${file}.${process.pid}`;
  let handle;
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    handle = fs.openSync(temporary, 'wx', 0o600);
  } catch {
    return;
  }
  try {
    fs.writeSync(handle, data);
    fs.fsyncSync(handle);
    fs.closeSync(handle);
    fs.renameSync(temporary, file);
  } catch {
    fs.rmSync(temporary, { force: true });
  }
}
