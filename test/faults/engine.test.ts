import { testFaults } from '../support/faults.ts';

testFaults('disk', 'index', 'kill', 'moves', 'swap', 'watch', 'writers');
