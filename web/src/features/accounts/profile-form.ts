import type { Schemas } from '../../api/client.ts';

type Profile = Schemas['Profile'];

/** The profile as its form holds it: no field is ever null. */
export function valuesOf(profile: Profile) {
  const { emergency_contact: contact } = profile;
  return {
    name: profile.name,
    phone: profile.phone ?? '',
    date_of_birth: profile.date_of_birth ?? '',
    contact_name: contact?.name ?? '',
    contact_phone: contact?.phone ?? '',
    contact_relation: contact?.relation ?? '',
    language: profile.language,
    time_zone: profile.time_zone,
  };
}

export type ProfileValues = ReturnType<typeof valuesOf>;

export function changeOf(values: ProfileValues): Schemas['ProfileChange'] {
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  const { contact_name: name, contact_phone: phone, contact_relation: relation } = values;
  const hasContact = `${name}${phone}${relation}`.trim() !== '';
  return {
    name: values.name.trim(),
    phone: text(values.phone),
    date_of_birth: text(values.date_of_birth),
    emergency_contact: hasContact
      ? {
          name: name.trim(),
          phone: phone.trim(),
          ...(relation.trim() !== '' && { relation: relation.trim() }),
        }
      : null,
    time_zone: values.time_zone,
    ...((values.language === 'en' || values.language === 'de') && { language: values.language }),
  };
}

/** The form has the parts of the emergency contact side by side, the API one inside the other. */
export function fieldOf(path: string): string {
  return path.replace(/^emergency_contact\.?/, 'contact_').replace(/^contact_$/, 'contact_name');
}
