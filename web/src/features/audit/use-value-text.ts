import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../time/hooks.ts';
import { useMomentText } from '../../ui/moment.tsx';
import { valueText } from './values.ts';

/** What `useTranslations` gives, for codes that may have no text. */
interface Texts {
  (code: never): string;
  has(code: never): boolean;
}

const textIn = (t: Texts, code: string): string | undefined =>
  t.has(code as never) ? t(code as never) : undefined;

/** The words of codes, by the field that holds them. */
function useWordOf(object: Schemas['AuditRow']['object_type']) {
  const own = useTranslations('audit');
  const reasons = useTranslations('common.reasons');
  const roles = useTranslations('common.roles');
  const profile = useTranslations('common.profileField');
  const joining = useTranslations('manageOrganizations.organization.rule');
  const waitlist = useTranslations('manageOrganizations.policy.waitlist_mode');
  const swaps = useTranslations('manageOrganizations.policy.swap_mode');
  const scopes = useTranslations('manageOrganizations.scope');
  const resubmissions = useTranslations('manageForms.resubmissions');
  const elsewhere: Readonly<Record<string, Texts>> = {
    flags: reasons,
    role: roles,
    join_role: roles,
    profile_fields: profile,
    required_profile_fields: profile,
    join_rule: joining,
    waitlist_mode: waitlist,
    swap_mode: swaps,
    scopes,
    resubmission: resubmissions,
  };
  return (field: string, code: string): string | undefined => {
    // A point would lead to other texts.
    if (!/^\w+$/.test(code)) return undefined;
    const other = elsewhere[field];
    return (
      textIn(own, `value.${object}_${field}.${code}`) ??
      textIn(own, `value.${field}.${code}`) ??
      (other && textIn(other, code))
    );
  };
}

/** Values of an entry about such an object, in the reader's language and by the clocks of the organization. */
export function useValueText(
  object: Schemas['AuditRow']['object_type'],
  fieldOf: (path: string) => string,
): (path: string, value: unknown) => string {
  const t = useTranslations('audit.list');
  const times = useTimes();
  const words = {
    wordOf: useWordOf(object),
    fieldOf,
    moment: useMomentText(),
    day: (day: string) => times.formatDay('dayAndYear', day),
    yes: (is: boolean) => t(is ? 'yes' : 'no'),
  };
  return (path, value) => valueText(path, value, words);
}
