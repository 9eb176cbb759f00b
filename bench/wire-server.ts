import { WireServer } from '../src/doors/local/wire/server.ts';

// The wire with its own Ping and nothing else.
new WireServer().net.listen(process.argv[2], () => process.send?.('ready'));
