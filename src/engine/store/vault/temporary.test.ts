import { spawn, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  isAbandoned,
  isMarkAlive,
  isTemporaryName,
  newTemporaryName,
  processMark,
} from './temporary.ts';

const linux = test.runIf(process.platform === 'linux');
const dead = spawnSync(process.execPath, ['--version']).pid;

test('names are of one shape, which the remote client filters, and never the same', () => {
  const names = Array.from({ length: 9 }, newTemporaryName);
  expect(new Set(names).size).toBe(9);
  for (const name of names) {
    expect(name).toMatch(/^\.rsh-write-[0-9a-f]{8}-\d+-[0-9a-f]{12}-\d+\.tmp$/);
    expect(name).toContain(`-${process.pid}-`);
    expect([isTemporaryName(name), isAbandoned(name)]).toEqual([true, false]);
  }
});

test.each([
  ['.rsh-write-x.tmp', true],
  ['.rsh-write-.tmp', true],
  ['.rsh-write-x.tmp.md', false],
  ['a.rsh-write-x.tmp', false],
  ['.rsh-write-x', false],
  ['.rsh-read-x.tmp', false],
  ['note.md', false],
])('%j is a temporary name: %s', (name, isTemporary) =>
  expect(isTemporaryName(name)).toBe(isTemporary),
);

test('only what a dead process of this machine left is abandoned', () => {
  const own = newTemporaryName();
  const ofTheDead = own.replace(`-${process.pid}-`, `-${dead}-`);
  expect(isAbandoned(ofTheDead)).toBe(true);
  expect(isAbandoned(ofTheDead.replace(/[0-9a-f]{8}/, '00000000'))).toBe(false);
  expect(isAbandoned(`a${ofTheDead}`)).toBe(false);
  expect(isAbandoned(`${ofTheDead}.md`)).toBe(false);
  expect(isAbandoned('.rsh-write-x.tmp')).toBe(false);
  expect(isAbandoned('note.md')).toBe(false);
});

test('a process that is not ours to signal is alive', () => {
  // The first process of the machine is alive, whoever it belongs to.
  expect(isMarkAlive('1')).toBe(true);
});

test('a mark is that of one process', () => {
  const mark = processMark();
  expect(mark).toBe(processMark(process.pid));
  expect(isMarkAlive(mark)).toBe(true);
  expect(isMarkAlive(String(process.pid))).toBe(true);
  expect(processMark(dead)).toBe(String(dead));
  for (const gone of [`${dead}`, `${dead}:5`, 'none', '']) expect(isMarkAlive(gone)).toBe(false);
});

linux('a number that another process got is no mark of the first', () => {
  const mark = processMark();
  expect(mark).toMatch(/^\d+:\d+$/);
  expect(isMarkAlive(mark.replace(/:.*/, ':5'))).toBe(false);
  expect(processMark(1)).not.toBe(processMark().replace(/^\d+/, '1'));
});

linux('a process that has ended is gone, also before somebody asked how it ended', () => {
  const { pid = 0 } = spawn('sleep', ['0.1']);
  const mark = processMark(pid);
  expect(mark).toMatch(/:\d+$/);
  // Node asks once this code is through.
  const deadline = Date.now() + 60_000;
  while (processMark(pid) === mark && Date.now() < deadline);
  expect([processMark(pid), isMarkAlive(mark)]).toEqual([`${pid}:gone`, false]);
});
