/** The class of one of the six colours, or the style of any other. */
export function colourOf(colour: string): { class: string; style: Record<string, string> } {
  if (colour.startsWith('#')) return { class: 'coloured', style: { '--tone': colour } };
  return { class: colour === '' ? '' : `coloured canvas-colour-${colour}`, style: {} };
}
