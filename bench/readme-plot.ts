import { escapeText } from './plot.ts';
import { type Race, toRaces, toTime } from './readme.ts';
import type { Results } from './report.ts';

const width = 760;
const nameWidth = 150;
const valueWidth = 70;
const lineHeight = 20;
const gap = 34;

const style = [
  'text{fill:#57606a}.title{fill:#1f2328;font-weight:600}.ours{fill:#8250df}.other{fill:#afb8c1}.us{fill:#8250df;font-weight:600}',
  '@media(prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.ours{fill:#a371f7}.us{fill:#b083f0}.other{fill:#484f58}}',
].join('');

/** What a user waits for, ours and the others', on one logarithmic scale of time. */
export function toReadmePlot(results: Results): string {
  const races = toRaces(results);
  const times = races.flatMap(({ ours, others }) => [ours, ...others.map(({ value }) => value)]);
  const least = Math.floor(Math.log10(Math.min(...times, 1)) - 0.2);
  const most = Math.log10(Math.max(...times, 10));
  const scale = (width - nameWidth - valueWidth) / (most - least);
  const lengthOf = (millis: number) => Math.max(2, (Math.log10(millis) - least) * scale);
  const parts: string[] = [];
  let y = 8;
  for (const race of races) {
    parts.push(...toGroup(race, y, lengthOf));
    y += gap + (race.others.length + 1) * lineHeight;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 16}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="What an agent and its user wait for, beside other servers">`,
    `<style>${style}</style>`,
    ...parts,
    `<text x="${width}" y="${y + 8}" text-anchor="end">shorter is better; the scale is logarithmic</text>`,
    '</svg>\n',
  ].join('\n');
}

function toGroup({ wait, ours, others }: Race, top: number, lengthOf: (ms: number) => number) {
  const bars = [{ name: 'vaultd', value: ours }, ...others];
  return [
    `<text class="title" x="${nameWidth}" y="${top + 13}">${escapeText(wait.label)}</text>`,
    ...bars.map(({ name, value }, n) => {
      const y = top + 20 + n * lineHeight;
      const length = lengthOf(value);
      const [bar, words] = n === 0 ? ['ours', ' class="us"'] : ['other', ''];
      return [
        `<text${words} x="${nameWidth - 8}" y="${y + 12}" text-anchor="end">${escapeText(name)}</text>`,
        `<rect class="${bar}" x="${nameWidth}" y="${y + 1}" width="${length.toFixed(1)}" height="14" rx="3"/>`,
        `<text${words} x="${(nameWidth + length + 6).toFixed(1)}" y="${y + 12}">${toTime(value)}</text>`,
      ].join('');
    }),
  ];
}
