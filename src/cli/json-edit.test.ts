import { expect, test } from 'vitest';
import { parseJsonWithComments, setJsonValue } from './json-edit.ts';

const server = { command: 'node' };
const set = (text: string, name = 'notes') => setJsonValue(text, ['servers', name], server);

test.each([
  ['', '{\n  "servers": {\n    "notes": {\n      "command": "node"\n    }\n  }\n}\n'],
  ['{}', '{\n  "servers": {\n    "notes": {\n      "command": "node"\n    }\n  }\n}'],
  [
    '{\n  // mine\n  "theme": "dark", /* yes */\n}\n',
    '{\n  "servers": {\n    "notes": {\n      "command": "node"\n    }\n  },\n  // mine\n  "theme": "dark", /* yes */\n}\n',
  ],
  [
    '{\n\t"servers": {\n\t\t"other": {}, // "notes": 1\n\t}\n}',
    '{\n\t"servers": {\n\t\t"notes": {\n\t\t\t"command": "node"\n\t\t},\n\t\t"other": {}, // "notes": 1\n\t}\n}',
  ],
  [
    '{"servers": {"notes": [1, {"a": "}"}], "b": "// no comment"}}',
    '{"servers": {"notes": {\n      "command": "node"\n    }, "b": "// no comment"}}',
  ],
])('%j becomes %j', (before, after) => expect(set(before)).toBe(after));

test.each(['[]', '{', '{"servers": 5}', '{} {}', '{"a" 1}', '{"servers": {"a": [1}}'])(
  '%j is left alone',
  (text) => expect(() => set(text)).toThrow(SyntaxError),
);

test('what is written can be read again, with all that was there', () => {
  const text = '\uFEFF{ "a": [1, 2,], // x\n "b": "http://c", }';
  expect(parseJsonWithComments(set(text))).toEqual({
    servers: { notes: server },
    a: [1, 2],
    b: 'http://c',
  });
});
