/** The stretches of one block that hold inline text, a line or a table cell each. Reused, never copied. */
export class Segments {
  count = 0;
  private starts = new Int32Array(64);
  private ends = new Int32Array(64);
  private lines = new Int32Array(64);

  clear(): void {
    this.count = 0;
  }

  add(start: number, end: number, line: number): void {
    if (this.count === this.starts.length) this.grow();
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.lines[this.count] = line;
    this.count++;
  }

  dropLast(): void {
    this.count--;
  }

  start(index: number): number {
    return this.starts[index] ?? 0;
  }

  end(index: number): number {
    return this.ends[index] ?? 0;
  }

  line(index: number): number {
    return this.lines[index] ?? 0;
  }

  private grow(): void {
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
    this.lines = doubled(this.lines);
  }
}

function doubled(old: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(old.length * 2);
  larger.set(old);
  return larger;
}
