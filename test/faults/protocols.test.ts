import { testFaults } from '../support/faults.ts';

testFaults('ide', 'local', 'remote', 'rest', 'web');
