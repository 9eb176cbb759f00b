// The wire with its own Ping and nothing else.
import { WireServer } from '../../dist/wire.js';

new WireServer().net.listen(process.argv[2], () => process.send('ready'));
