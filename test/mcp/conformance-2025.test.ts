import { testRevision } from './conformance.ts';

testRevision('2025-11-25');
