import { testFaults } from '../support/faults.ts';

testFaults('clock', 'conflict', 'contents', 'flood', 'names', 'refused');
