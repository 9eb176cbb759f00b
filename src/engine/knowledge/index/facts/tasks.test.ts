import { expect, test } from 'vitest';
import { NoteIndex } from '../note-index.ts';
import { findTasks, type TaskQuery } from './tasks.ts';

const files: Record<string, string> = {
  'a.md': '- [ ] one ^id1\n- [x] two\n  more\n- three',
  'f/b.md': '> [!todo]\n> - [/] half\n\n```\n- [ ] code\n```',
  'f/c.md': 'no tasks',
  'secret/d.md': '- [ ] hidden',
};
const index = new NoteIndex({ textOf: (path) => files[path] });
const stat = { size: 0, mtime: 0, mtimeNs: 0n, birthtime: 0 };
for (const [path, text] of Object.entries(files)) index.update(path, text, stat);

const check = (name: string, query: TaskQuery, wanted: [string, number, string][]) =>
  test(name, () =>
    expect(
      [...findTasks(index, query, (path) => !path.startsWith('secret/'))].map((task) => [
        task.path,
        task.line,
        `[${task.status}] ${task.text}`,
      ]),
    ).toEqual(wanted),
  );

check('all tasks in order', {}, [
  ['a.md', 0, '[ ] one ^id1'],
  ['a.md', 1, '[x] two'],
  ['f/b.md', 1, '[/] half'],
]);
check('open ones', { state: 'open' }, [['a.md', 0, '[ ] one ^id1']]);
check('done ones below a folder', { state: 'done', within: 'f' }, [['f/b.md', 1, '[/] half']]);
check('of one note', { within: 'a.md', state: 'done' }, [['a.md', 1, '[x] two']]);
