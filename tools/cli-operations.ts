import { z } from 'zod';
import { declarations } from '../src/cli/commands/index.ts';
import type { InputMember, OperationInput, OperationInputs } from '../src/cli/operations.ts';
import { servedAt } from '../src/operations/index.ts';
import type { Operation } from '../src/operations/operation.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Subschema = z.core.JSONSchema._JSONSchema;

/** What commands take from the schemas of their operations, so that they need not load them. */
export function toOperationInputs(): OperationInputs {
  const served = servedAt('local');
  const used = Object.values(declarations).flatMap((list) =>
    list.flatMap(({ operation }) => operation ?? []),
  );
  return Object.fromEntries(
    [...new Set(used)].sort().flatMap((name): [string, OperationInput][] => {
      const operation = served.get(name);
      return operation === undefined ? [] : [[name, toInput(operation)]];
    }),
  );
}

/** The same as the file that is part of the program. */
export function toOperationInputsFile(): string {
  return `${JSON.stringify(toOperationInputs(), null, 2)}\n`;
}

function toInput({ summary, access, input }: Operation): OperationInput {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return { summary, access, members: Object.fromEntries(membersOf(schema)) };
}

function membersOf(schema: Schema, prefix = ''): [string, InputMember][] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, value]) =>
    toMembers(toSchema(value), prefix + name, required.includes(name)),
  );
}

/** A value itself, or what is in it where it is an object or a list of objects. */
function toMembers(schema: Schema, path: string, isRequired: boolean): [string, InputMember][] {
  const options = optionsOf(schema);
  const inner = options.flatMap((option) => membersOf(option, `${path}.`));
  const items = options.flatMap(({ items }) =>
    items === undefined ? [] : optionsOf(toSchema(items)),
  );
  const inItems = items.flatMap((item) => membersOf(item, `${path}[].`));
  const own = toMember(schema, options[0] ?? schema, isRequired);
  return [...inner, ...inItems].length > 0 ? [...inner, ...inItems] : [[path, own]];
}

function toMember(
  { description }: Schema,
  { type, format, enum: values }: Schema,
  isRequired: boolean,
): InputMember {
  return {
    type: [type ?? 'any'].flat().find((name) => name !== 'null') ?? 'any',
    ...(format !== undefined && { format }),
    ...(description !== undefined && { description }),
    ...(values !== undefined && { enum: values.map(String) }),
    ...(isRequired && { isRequired }),
  };
}

/** The schemas that a value may have, without null, which means the same as absent. */
function optionsOf(schema: Schema): Schema[] {
  const options = schema.anyOf ?? schema.oneOf;
  if (options === undefined) return schema.type === 'null' ? [] : [schema];
  return options.flatMap((option) => optionsOf(toSchema(option)));
}

function toSchema(value: Subschema | readonly Subschema[]): Schema {
  const schema = Array.isArray(value) ? value[0] : value;
  return typeof schema === 'object' ? schema : {};
}
