/** A word or phrase that Muster's texts avoid, and what to write instead. */
interface RuledOut {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Reads as translated, wherever it stands: in the app, in docs and in comments. */
const stilted: readonly RuledOut[] = [
  { pattern: /\banew\b/, instead: 'again' },
  { pattern: /\bwhoever\b/, instead: 'anyone who, people who, the person who' },
  { pattern: /\bsomebody\b/, instead: 'someone' },
  { pattern: /\bnobody of\b/, instead: 'not a member of' },
  { pattern: /\bat present\b/, instead: 'right now, currently' },
  { pattern: /\bmeanwhile\b/, instead: 'in the meantime, or name the time' },
  { pattern: /\bby (?:itself|themselves)\b/, instead: 'automatically, alone, on its own' },
  { pattern: /\bfor good\b/, instead: 'permanently' },
  { pattern: /\ball the same\b/, instead: 'anyway, still' },
  { pattern: /\bst(?:ands?|ood) in (?:the|its|their) way\b/, instead: 'blocks, prevents' },
  { pattern: /\black(?:s|ed|ing)\b/, instead: 'is missing, has no, needs' },
  { pattern: /\bhears\b/, instead: 'receives, is notified' },
  { pattern: /\b(?:is|are|be|was|were|been) told\b/, instead: 'gets an email, is notified, sees' },
  { pattern: /\bt(?:akes?|aken|aking|ook) back\b/, instead: 'undo, cancel' },
  { pattern: /\bputs? away\b/, instead: 'dismiss' },
  { pattern: /\bgoes with\b/, instead: 'belongs to, matches' },
  { pattern: /\bunder way\b/, instead: 'running, in progress' },
  { pattern: /\bof (?:its|their|one's) own\b/, instead: 'own, separate: "its own connection"' },
  { pattern: /\bmakes up\b/, instead: 'compensates, consists of' },
];

/** American spelling, everywhere. */
const spelling: readonly RuledOut[] = [
  { pattern: /\be-mails?\b/, instead: 'email' },
  { pattern: /\blog-(?:in|out)s?\b/, instead: 'log in (verb), login (noun)' },
  { pattern: /\benrol(?:s|ments?)?\b/, instead: 'enroll, enrollment' },
  { pattern: /\bfulfils?\b/, instead: 'fulfill' },
  {
    pattern: /\b(?:colour|favour|honour|behaviour|neighbour|licence|centre)\w*/,
    instead: 'American spelling',
  },
  {
    pattern:
      /\b(?:organi|recogni|seriali|summari|authori|normali|initiali|optimi|synchroni)s(?:e[ds]?|ing|ation)\b/,
    instead: '-ize',
  },
];

/** The glossary: for what people read. A comment may name a table or a column as it is. */
const english: readonly RuledOut[] = [
  ...stilted,
  ...spelling,
  {
    pattern: /(?<!\bthere )\bis no (?:program|mission|shift|form|badge|journey|member)\b/,
    instead: 'not found',
  },
  { pattern: /\bseats?\b/, instead: 'spot' },
];

const german: readonly RuledOut[] = [
  { pattern: /\bmensch(?:en)?\b/, instead: 'Person, Personen' },
  { pattern: /\bjemande[mn]?s?\b/, instead: 'eine Person, wer' },
  { pattern: /\bsitz(?:e|platz|plätze)?\b/, instead: 'Platz' },
  {
    pattern: /\b(?:an(?:zu)?melden|angemeldet|anmeldung(?:en)?)\b/,
    instead: 'eintragen (Schicht), einloggen (Konto)',
  },
  { pattern: /\bregistrier(?:en|t|ung|ungen)\b/, instead: 'eintragen (Schicht), Konto erstellen' },
  // Not "lass es weg" and "wegen".
  { pattern: /\b(?-i:Weg(?:e|es|s)?)\b/, instead: 'Pfad' },
  // Open Badges is the name of a standard.
  { pattern: /(?<!open )\bbadges?\b/, instead: 'Abzeichen' },
  { pattern: /\bgeheimnis(?:se)?\b/, instead: 'Signaturschlüssel' },
  { pattern: /\beinreichung(?:en)?\b/, instead: 'Antwort, Antworten' },
  { pattern: /\bweglegen\b/, instead: 'Ausblenden' },
  { pattern: /\bals getan vermerken\b/, instead: 'Als erledigt markieren' },
  { pattern: /\bzurzeit\b/, instead: 'gerade' },
  // Not "aus diesen Gründen".
  { pattern: /\b(?-i:gründen)\b/, instead: 'erstellen' },
  { pattern: /\bab(?:ge|zu)?schalte[nt]\b/, instead: 'ausschalten' },
  { pattern: /\bentzogen\b/, instead: 'widerrufen' },
];
/** The app says *du*: a capital letter inside a sentence means *Sie*. */
const formalGerman = /(?<=[\p{Ll},] )(?:Sie|Ihnen|Ihre?[mnrs]?)\b/u;

const lists: Readonly<Record<string, readonly RuledOut[]>> = { en: english, de: german };

/**
 * The words of a text that the glossary rules out, one line each: `"somebody": write someone`. A language without a list
 * has none.
 */
export function findRuledOutWords(text: string, language: string): string[] {
  const found = find(text, lists[language] ?? []);
  const formal = language === 'de' ? formalGerman.exec(text) : null;
  return formal === null ? found : [...found, `"${formal[0]}": write du`];
}

/** The same for a comment in code, which may name a table or a column as it is. */
export const findStiltedWords = (comment: string): string[] => find(comment, [...stilted, ...spelling]);

function find(text: string, list: readonly RuledOut[]): string[] {
  return list.flatMap(({ pattern, instead }) => {
    const [word] = new RegExp(pattern, 'iu').exec(text) ?? [];
    return word === undefined ? [] : [`"${word}": write ${instead}`];
  });
}
