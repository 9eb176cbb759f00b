/** What the language itself asks any object for. */
const ofTheLanguage = new Set<PropertyKey>(['then', 'toJSON', 'constructor', 'hasOwnProperty']);

const bottom = new Proxy(Object.create(null), {
  get(_target, name, receiver: object) {
    if (typeof name === 'symbol') return Reflect.get(Object.prototype, name);
    if (name in Object.prototype) return Reflect.get(Object.prototype, name);
    if (ofTheLanguage.has(name)) return undefined;
    throw new Error(`The app has no ${receiver.constructor.name}.${name}.`);
  },
});

/** A class of the app: what it does not have cannot be used, so that no plugin can lean on the stand-in. */
export class Strict {}

Object.setPrototypeOf(Strict.prototype, bottom);
