import { testFaults } from '../support/faults.ts';

testFaults('ledger');
