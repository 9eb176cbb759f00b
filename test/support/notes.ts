/** Short notes that many cases start from. */
export const notes = {
  properties:
    '---\ntitle: T\n# keep\ntags: [a, work]\ndate: 2024-01-02\n---\n\nBody #inline here [[Other|x]] and [m](p.md)\n',
  plan: '# Plan\n\nintro\n\n## Goals\n\n- g1\n\n## Notes\n\nn1 #work/tasks\n\n# End\n\nfin ^b1\n',
  twins: '# D\n\n## S\n\na\n\n# E\n\n## S\n\nb\n',
  repeats: '# R\n\n## Log\n\none\n\n## Log\n\ntwo\n',
  sections: '# A\n\nbody a\n\n## B\n\nbody b\n\n# C\n\nbody c\n',
  blocks:
    'para one ^p1\n\n- item a ^i1\n- item b\n\n| H1 | H2 |\n| --- | --- |\n| a | b |\n\n^t1\n\nlast\n',
  quoted: "---\na: 1\nb: 'q' # note\n---\n\nbody\n",
  tagged: '---\ntags:\n  - a\n# c\nt: 1\n---\n\nBody #x and `#code` end',
  crlf: '# A\r\n\r\nbody\r\n\r\n# B\r\n',
} as const;
