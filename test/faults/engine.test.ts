import { testFaults } from '../support/faults.ts';

testFaults('disk', 'kill', 'moves', 'swap', 'writers');
