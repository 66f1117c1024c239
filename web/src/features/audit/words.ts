import type { Schemas } from '@muster/client';

type Entry = Pick<Schemas['AuditRow'], 'object_type' | 'object_id' | 'subject_user_id'>;

/** The page of what an entry is about; undefined where there is none. */
export function pageOf({ object_type, object_id, subject_user_id }: Entry): string | undefined {
  const one = (folder: string, id = object_id) => (id === null ? undefined : `/manage/${folder}/${id}`);
  switch (object_type) {
    case 'shift':
      return one('shifts');
    case 'badge':
      return one('badges');
    case 'form':
      return one('forms');
    case 'journey':
      return one('journeys');
    case 'webhook_endpoint':
      return one('webhooks');
    case 'program':
      return '/manage/programs';
    case 'mission':
      return '/manage/missions';
    case 'organization':
    case 'failed_job':
      return '/manage/settings';
    case 'api_key':
      return '/manage/api-keys';
    case 'webhook_delivery':
      return '/manage/webhooks';
    case 'tag':
    case 'people_filter':
      return '/manage/people';
    case 'invitation':
    case 'join_request':
      return '/manage/members';
    default:
      return one('people', subject_user_id ?? (isPerson(object_type) ? object_id : null));
  }
}

const isPerson = (type: Entry['object_type']) => type === 'member' || type === 'user';

/** A path of names in words: `policies.minors.minimum_age` is “Sign-up rules › Minors › Minimum age”. */
export function fieldText(path: string, wordOf: (name: string) => string | undefined): string {
  return path
    .split('.')
    .map((name) => wordOf(name) ?? name.replaceAll('_', ' '))
    .join(' › ');
}
