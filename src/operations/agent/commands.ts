/** Commands belong to an app, and there are several ways to have one. */
export const noPalette =
  'No command is available: the palette belongs to the app, and none is attached. Start Obsidian with its Local REST API plugin and set OBSIDIAN_API_KEY and OBSIDIAN_BASE_URL, or use its command line tool with OBSIDIAN_BACKEND=app.';
