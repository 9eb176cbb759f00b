import mermaid from 'mermaid';

/** What the page asks for. */
interface Order {
  readonly id: number;
  readonly text: string;
  readonly isDark: boolean;
}

const textMax = 50_000;

/** Runs in a frame of its own that reaches nothing: text in, a drawing out. */
addEventListener('message', ({ data, source }: MessageEvent<Order>) => {
  if (source !== parent) return;
  const { id, text, isDark } = data;
  const answer = (fields: object): void => parent.postMessage({ id, ...fields }, '*');
  draw(text, isDark, id).then(answer, (thrown) => answer({ error: String(thrown?.message ?? '') }));
});

async function draw(text: string, isDark: boolean, id: number): Promise<object> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: isDark ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
    themeVariables: { edgeLabelBackground: isDark ? '#131416' : '#ffffff' },
    maxTextSize: textMax,
    // A picture has no HTML in it.
    htmlLabels: false,
    flowchart: { htmlLabels: false, useMaxWidth: false },
  });
  const { svg } = await mermaid.render(`diagram-${id}`, text);
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [, , width = '', height = ''] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/);
  // A picture takes its size from itself.
  root.setAttribute('width', width);
  root.setAttribute('height', height);
  return {
    svg: new XMLSerializer().serializeToString(root),
    width: Number(width),
    title: root.querySelector('title')?.textContent ?? '',
  };
}
