// `vaultd mcp`; when it ends, what V8 has compiled of its code is written beside it.
import { syncBuiltinESMExports } from 'node:module';
import vm from 'node:vm';
import { keepCompiled } from '../dist/cached-code.js';

const scripts = new Map();
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    scripts.set(options.filename, this);
  }
};
syncBuiltinESMExports();
process.once('exit', () => {
  for (const [path, script] of scripts) keepCompiled(path, script);
});
const { runMcp } = await import('../dist/mcp.js');
await runMcp(process.argv.slice(2), process.env);
