import { testFaults } from '../support/faults.ts';

testFaults('index', 'watch');
