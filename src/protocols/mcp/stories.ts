/** Groups of tools of the bundle: the nine for files, and those beyond. */
export const stories = ['files', 'search', 'tasks', 'navigation', 'advanced'] as const;
export type Story = (typeof stories)[number];
