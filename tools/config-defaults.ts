import { configShape } from '../src/daemon/config-shape.ts';

/** What the configuration says where no file does. */
export function toDefaultConfigFile(): string {
  return `${JSON.stringify(configShape.parse({}), null, 1)}\n`;
}
