import { testInspector } from './inspector.ts';

testInspector('stdio');
