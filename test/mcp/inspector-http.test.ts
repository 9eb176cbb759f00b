import { testInspector } from './inspector.ts';

testInspector('HTTP');
