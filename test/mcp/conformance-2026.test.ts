import { testRevision } from './conformance.ts';

testRevision('2026-07-28');
