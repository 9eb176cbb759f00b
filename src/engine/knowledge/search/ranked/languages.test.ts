import { describe, expect, test } from 'vitest';
import { fc } from '../../../../../test/support/property.ts';
import { detectLanguage, languages } from './languages.ts';
import { rootOf } from './term-forms.ts';

const named = (name: string) => {
  const language = languages.find((each) => each.name === name);
  if (language === undefined) throw new TypeError(`No language ${name}.`);
  return language;
};

describe('words of one stem', () => {
  const table: readonly (readonly [language: string, words: string])[] = [
    ['English', 'prune prunes pruned pruning'],
    ['English', 'relate relates related relating relation relations relational'],
    ['English', 'hop hops hopped hopping'],
    ['English', 'happy happiness'],
    ['English', 'cherry cherries'],
    ['English', 'agree agrees agreed'],
    ['English', 'roll rolls rolled rolling'],
    ['German', 'baum baume baumen baumes'],
    ['German', 'haus hauser hausern'],
    ['German', 'apfel apfeln apfels'],
    ['French', 'arbre arbres'],
    ['French', 'cheval chevaux'],
    ['French', 'bateau bateaux'],
    ['French', 'tailler taille taillee taillees'],
    ['Spanish', 'arbol arboles'],
    ['Spanish', 'luz luces'],
    ['Spanish', 'perro perros perra perras'],
    ['Italian', 'albero alberi'],
    ['Italian', 'amica amiche'],
    ['Dutch', 'boom bomen'],
    ['Dutch', 'kat katten'],
    ['Dutch', 'huis huizen'],
    ['Portuguese', 'informacao informacoes'],
    ['Portuguese', 'animal animais'],
    ['Russian', 'дерево дерева деревом деревами'],
    ['Russian', 'книга книги книгу книгами'],
  ];
  test.each(table)('%s: %s', (name, words) => {
    const stems = words.split(' ').map((word) => named(name).stem(word));
    expect(new Set(stems).size).toBe(1);
  });
});

test('words of different stems stay apart', () => {
  const table: readonly (readonly [language: string, words: string])[] = [
    ['English', 'plan plane planet plant'],
    ['English', 'wing wind window winter'],
    ['German', 'garten gurt'],
    ['Dutch', 'boom boek'],
  ];
  for (const [name, words] of table) {
    const list = words.split(' ');
    expect(new Set(list.map((word) => named(name).stem(word))).size).toBe(list.length);
  }
});

describe('every word starts as its stem does', () => {
  test.each(languages.map((language) => [language.name, language] as const))(
    '%s',
    (_, language) => {
      const letters = language.name === 'Russian' ? 'аеиоуыяюьмвгвтнл' : 'aeiouyslnrtdbexzvfhgcmpi';
      const text = fc
        .array(fc.constantFrom(...letters), { maxLength: 14 })
        .map((units) => units.join(''));
      fc.assert(
        fc.property(text, (word) => {
          expect(word.startsWith(rootOf(language.stem(word), language))).toBe(true);
        }),
        { numRuns: 2000 },
      );
    },
  );
});

describe('the language of a note', () => {
  const table: readonly (readonly [language: string, text: string])[] = [
    ['English', 'The apple trees are pruned in the winter, when they have no leaves.'],
    ['German', 'Die Apfelbäume werden im Winter geschnitten, wenn sie keine Blätter haben.'],
    ['French', 'Les pommiers sont taillés en hiver, quand ils n’ont pas de feuilles.'],
    ['Spanish', 'Los manzanos se podan en invierno, cuando no tienen hojas.'],
    ['Italian', 'I meli si potano in inverno, quando non hanno le foglie.'],
    ['Dutch', 'De appelbomen worden in de winter gesnoeid, als ze geen bladeren hebben.'],
    ['Portuguese', 'As macieiras são podadas no inverno, quando não têm folhas.'],
    ['Russian', 'Яблони обрезают зимой, когда на них нет листьев.'],
    ['none', 'リンゴの木は冬に剪定する。'],
    ['none', 'Jabłonie przycina się zimą, kiedy nie mają liści, a potem do wiosny się czeka.'],
    ['none', 'apple 2024-01-01 pruned'],
    ['English', '---\ntitel: der die das und ist\n---\nIt was the best of times.'],
  ];
  test.each(table)('%s: %s', (name, text) => {
    expect(languages[detectLanguage(text) - 1]?.name ?? 'none').toBe(name);
  });
});
