import {
  bundleGetProperties,
  bundleGetProperty,
  bundleRemoveProperty,
  bundleSetProperty,
} from '../../../../operations/bundle/properties.ts';
import {
  bundleCreateTask,
  bundleGetTask,
  bundleListTasks,
  bundleSetTaskStatus,
  bundleToggleTask,
} from '../../../../operations/bundle/tasks.ts';
import { type BundleTool, toolsOf } from '../tool.ts';

const tool = toolsOf('tasks');

export const taskTools: readonly BundleTool[] = [
  tool('list_tasks', 'Tasks', bundleListTasks),
  tool('get_task', 'Task', bundleGetTask),
  tool('toggle_task', 'Toggle task', bundleToggleTask),
  tool('set_task_status', 'Set task status', bundleSetTaskStatus),
  tool('create_task', 'Create task', bundleCreateTask, { effect: 'adds' }),
  tool('get_property', 'Property', bundleGetProperty),
  tool('set_property', 'Set property', bundleSetProperty),
  tool('remove_property', 'Remove property', bundleRemoveProperty),
  tool('get_properties', 'Properties', bundleGetProperties),
];
