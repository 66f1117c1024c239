import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import { readColumns } from '#platform/http/csv-columns.ts';
import type { CsvFile } from '#platform/http/csv-reader.ts';
import { errorBody } from '#platform/language/index.ts';
import type { Platform } from '#platform/slice.ts';
import { organizationErrors } from '../errors.ts';
import { mostAddresses, readAddressCell, readAddresses } from '../rules/addresses.ts';
import { peopleColumns, readRole } from '../rules/people-columns.ts';
import { type InvitationOptions, type InvitedPerson, invitePeople } from '../steps/invite-people.ts';

/** Invites everyone in a pasted text. */
export async function inviteMany(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
  input: InvitationOptions & { readonly text: string },
) {
  const addresses = readAddresses(input.text);
  if (addresses.length === 0) throw refuse(organizationErrors.no_addresses('text'));
  if (addresses.length > mostAddresses)
    throw refuse(organizationErrors.too_many_addresses('text', { limit: mostAddresses }));
  return await invitePeople(platform, call, person, organizationId, addresses, input, 'text');
}

/** Invites everyone in a file, each to the access that their line names. */
export async function importInvitations(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
  options: InvitationOptions,
  file: CsvFile,
) {
  const { records, names, ignored } = readColumns(file, peopleColumns, ['email']);
  const people = records.flatMap(({ line, texts, problem }): InvitedPerson[] => {
    const name = texts.name || [texts.first_name, texts.last_name].filter(Boolean).join(' ');
    const role = texts.role ? readRole(texts.role) : undefined;
    const wrongRole =
      texts.role && !role ? organizationErrors.unknown_access('role', { access: texts.role }) : undefined;
    const noAddress = texts.email
      ? platformErrors.format_email('email')
      : organizationErrors.address_missing('email');
    return readAddressCell(line, texts.email ?? '', name).map((address) => ({
      ...address,
      text: address.text || name,
      role,
      problem: problem ?? (address.email === null ? noAddress : wrongRole),
    }));
  });
  if (people.length > mostAddresses)
    throw refuse(organizationErrors.too_many_addresses('body', { limit: mostAddresses }));
  const { items, invited } = await invitePeople(
    platform,
    call,
    person,
    organizationId,
    people,
    options,
    'body',
  );
  return {
    invited,
    ignored_columns: [...ignored],
    items: items.map(({ problem, ...item }) => {
      if (!problem) return { ...item, problem: null };
      const { code, message, params } = errorBody(call.language, problem);
      const column = names.get(problem.path as keyof typeof peopleColumns) ?? null;
      return { ...item, problem: { column, code, message, params } };
    }),
  };
}
