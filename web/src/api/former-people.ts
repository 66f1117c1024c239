/** What the API calls someone who has deleted their account, in English for every reader. */
const stored = 'Former member';

/** Fields with the name of a person. Others can have the same words: a badge may be called so. */
const namesOfPeople: ReadonlySet<string> = new Set([
  'user_name',
  'to_user_name',
  'taker_name',
  'person_name',
  'sender_name',
  'author_name',
  'actor_name',
  'subject_name',
  'decided_by_name',
  'created_by_name',
  'holder_name',
]);

/** Fields of a person beside their name. */
const personFields = ['user_id', 'role_name'];

/** Names them in the language of the page, in every answer and so on every screen. The answer itself is changed. */
export function nameFormerPeople<Data>(data: Data, name: string | undefined): Data {
  if (name !== undefined && name !== stored) rename(data, name);
  return data;
}

function rename(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Record<string, unknown>;
  for (const [key, field] of Object.entries(fields))
    if (field === stored) {
      if (namesOfPeople.has(key) || (key === 'name' && personFields.some((one) => one in fields)))
        fields[key] = name;
    } else if (key === 'names' && Array.isArray(field))
      fields[key] = field.map((one: unknown) => (one === stored ? name : one));
    else rename(field, name);
}
