import { type Role, roles } from './access.ts';

/** The first name of each is the one in our docs; the others are what people call it, in English and German. */
export const peopleColumns = {
  email: [
    'email',
    'email address',
    'mail',
    'mail address',
    'E-Mail-Adresse',
    'Mailadresse',
    'E-Mail 1 - Value',
  ],
  name: ['name', 'full name', 'display name', 'Vollständiger Name', 'Anzeigename'],
  first_name: ['first_name', 'given name', 'Vorname'],
  last_name: ['last_name', 'family name', 'surname', 'Nachname', 'Familienname'],
  role: ['role', 'access', 'Rolle', 'Zugriff', 'Berechtigung'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Without signs: `Koordinator:in` and `Koordinator_in` are `koordinatorin`. */
const words: Readonly<Record<Role, RegExp>> = {
  volunteer: /^(?:volunteers?|member|freiwilliger?|ehrenamtlicher?|helfer(?:in)?|mitglied)$/,
  check_in: /^check ?in$/,
  coordinator: /^(?:coordinators?|koordination|koordinator(?:in)?)$/,
  admin: /^(?:admins?|administrator(?:in)?)$/,
  owner: /^(?:owners?|inhaber(?:in)?)$/,
};

/** The access that a cell names, in English or German or as the API calls it. */
export function readRole(text: string): Role | undefined {
  const plain = text
    .toLowerCase()
    .replaceAll(/[:*/()·_-]/g, '')
    .trim();
  return roles.find((role) => words[role].test(plain));
}
