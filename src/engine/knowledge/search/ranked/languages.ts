import { bodyStartOf } from '../../../text/markdown/frontmatter.ts';
import { stripAccents } from '../text/accents.ts';
import { foldCase, forEachRun, word } from '../text/letters.ts';
import { stemEnglish } from './english.ts';
import { type Ending, type Endings, stemLightly } from './light-stem.ts';

/** A language whose words are compared by their stems. Words are case-folded and without accents. */
export interface Language {
  readonly name: string;
  readonly stopWords: ReadonlySet<string>;
  stem(word: string): string;
  /** How many of a stem's last letters a word of that stem may have differently. */
  readonly changed: number;
}

const toSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const endings = (list: string): Ending[] =>
  list.split(' ').map((entry) => {
    const [suffix = '', instead = ''] = entry.split('>');
    return { suffix, instead };
  });

const light = (name: string, bent: Endings, stopWords: string): Language => ({
  name,
  stopWords: toSet(stopWords),
  stem: (word) => stemLightly(word, bent),
  changed: 2,
});

/** The number of a language is its place here plus one; zero is no language that is known here. */
export const languages: readonly Language[] = [
  {
    name: 'English',
    stem: stemEnglish,
    changed: 1,
    stopWords: toSet(
      'a about after again all also am an and any are as at be because been before being between both but by can cannot could did do does doing don down during each either for from get gets had has have having he her here hers him his how i if in into is it its just ll many may me might mine more most much must my no nor not now of off on once only onto or other our ours out over own per re s same shall she should since so some such t than that the their theirs them then there these they this those through to too until up upon us ve very via was we were what when where whether which while who whom whose why will with within without would you your yours',
    ),
  },
  light(
    'German',
    {
      steps: [
        endings('ern em en er es e'),
        [
          { suffix: 's', after: 'bdfghklmnrt' },
          { suffix: 'n', after: 'lr' },
        ],
      ],
    },
    'aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da damit dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch fur gegen habe haben hat hatte ich ihm ihn ihnen ihr ihre im in ins ist ja jede jeden jeder jedes kann kein keine man mehr mein meine mich mir mit muss nach nicht noch nun nur ob oder ohne schon sein seine sich sie sind so soll sollte uber um und uns unser unter viel vom von vor wann war waren warum was weil welche welcher wenn wer werde werden wie wieder will wir wird wo wurde zu zum zur',
  ),
  light(
    'French',
    {
      steps: [endings('eaux>eau aux>al x s'), endings('r'), endings('e'), endings('e')],
      undoubles: true,
    },
    'a afin ai au aucun aussi autre autres aux avec avez avoir avons c ce cela ces cet cette ceux chaque comme comment d dans de des donc dont du elle elles en encore entre es est et ete etes etre eu eux fait faire faut il ils j je l la le les leur leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou par pas peu peut plus pour pourquoi quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont sous sur t ta te tes toi ton tous tout toute toutes tres tu un une vers voici vos votre vous y',
  ),
  light(
    'Spanish',
    { steps: [endings('ces>z es os as s'), endings('a e o')] },
    'a al algo algun alguna algunas algunos ante antes aqui asi aun aunque bien cada como con contra cual cuales cuando cuanto de del desde donde dos durante e el ella ellas ellos en entre era es esa esas ese eso esos esta estas este esto estos fue ha hace hacia han hasta hay la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros o otra otras otro otros para pero poco por porque pues puede que quien quienes se sea ser si sin sobre solo son su sus tambien tan tanto te tiene todo todos tu tus un una unas uno unos y ya yo',
  ),
  light(
    'Italian',
    { steps: [endings('che>c chi>c ghe>g ghi>g ia ie ii io a e i o')] },
    'a ad agli ai al alla alle allo anche ancora c che chi ci cio come con cosa cui da dagli dai dal dalla dalle degli dei del dell della delle dello di dopo dove e ed era essere fa fra gia gli ha hanno ho i il in io l la le lei li lo loro lui ma me mi mia mio molto ne negli nei nel nella nelle noi non nostra nostro o ogni per perche piu poi prima puo quale quali quando quanto quasi quella quelle quelli quello questa queste questi questo qui sara se sei senza si sia siamo sono sopra sua sue sui sul sulla suo te ti tra tu tua tuo tutte tutti tutto un una uno vi voi',
  ),
  light(
    'Dutch',
    {
      steps: [[...endings('en e'), { suffix: 's', after: 'bdfghklmnprt' }], endings('z>s v>f')],
      undoubles: true,
    },
    'aan al alle als altijd ander andere ben bij daar dan dat de deze die dit doch doen door dus een eens en er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun ieder iemand iets ik in is ja je jij jou jouw jullie kan kon kunnen maar me meer men met mij mijn moet moeten na naar niet niets nog nu of om omdat onder ons onze ook op over reeds te tegen toch toen tot u uit uw van veel voor waar waarom wanneer want waren was wat we wel welke werd wie wij wil worden wordt zal ze zich zij zijn zo zonder zou',
  ),
  light(
    'Portuguese',
    { steps: [endings('oes>ao aes>ao ais>al eis>el ois>ol ns>m s'), endings('a e o')] },
    'a ainda alem algo alguem algum alguma ambos ao aos apenas aquela aquele aquilo as assim ate bem cada com como contra cuja cujo da das de dela dele deles depois desde dessa desse desta deste do dos e ela elas ele eles em entao entre era essa essas esse esses esta estas este estes eu foi foram ha isso isto ja la lhe lhes lo mais mas me mesmo meu meus minha muito na nao nas nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos pode por porque pois qual quando que quem se sem ser seu seus si so sobre sua suas tambem tao te tem ter teu tu tua tudo um uma umas uns voce voces',
  ),
  light(
    'Russian',
    {
      steps: [
        endings(
          'иями ами ями ого его ому ему ыми ими иях иеи ием ах ях ов ев еи ом ем ам ям ои ыи ии ая яя ое ее ые ие ую юю ия ью а я о е и ы у ю ь',
        ),
      ],
    },
    'а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть еще же за здесь и из или им их к как какои когда кто ли либо мне может мои мы на над надо наш не него нее нет ни них но о об однако он она они оно от очень по под после при с со так также такои там те тем то того тоже тои только том ты у уже хотя чего чеи чем что чтобы чье эта эти это этого этои этот я',
  ),
];

const stopWordLengthMax = 12;
const stopLanguages = new Map<string, number>();
languages.forEach(({ stopWords }, at) => {
  for (const word of stopWords) {
    stopLanguages.set(word, (stopLanguages.get(word) ?? 0) | languageBit(at + 1));
  }
});

/** Sets of languages are bits of a number. */
export function languageBit(language: number): number {
  return 1 << language;
}

export const allLanguages = languageBit(languages.length + 1) - 1;

/** The languages that have this as a stop word. */
export function languagesOfStopWord(word: string): number {
  return stopLanguages.get(word) ?? 0;
}

/** So much of a note shows its language. */
const sampleLength = 500;
/** In other languages a few words look like stop words, too. */
const stopWordsMin = 2;
const stopWordShareMin = 1 / 6;

/** The number of a note's language by its most common words; zero when they do not show it. */
export function detectLanguage(text: string): number {
  const body = bodyStartOf(text);
  const sample = foldCase(stripAccents(text.slice(body, body + sampleLength)));
  const counts = new Uint16Array(languages.length + 1);
  let words = 0;
  forEachRun(sample, (kind, start, end) => {
    if (kind !== word) return;
    words++;
    if (end - start > stopWordLengthMax) return;
    countLanguages(languagesOfStopWord(sample.slice(start, end)), counts);
  });
  const best = bestLanguage(counts);
  const least = Math.max(stopWordsMin, words * stopWordShareMin);
  return (counts[best] ?? 0) < least ? 0 : best;
}

/** Adds one to the count of each language of a set. */
export function countLanguages(bits: number, counts: Uint16Array): void {
  for (let language = 1; bits >> language !== 0; language++) {
    if ((bits & languageBit(language)) !== 0) counts[language] = (counts[language] ?? 0) + 1;
  }
}

/** The number with the highest count, the first of equals; zero when there is none. */
export function bestLanguage(counts: ArrayLike<number>): number {
  let best = 0;
  for (let language = 1; language < counts.length; language++) {
    if ((counts[language] ?? 0) > (best === 0 ? 0 : (counts[best] ?? 0))) best = language;
  }
  return best;
}
