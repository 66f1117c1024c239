import type en from '../en/members.ts';
import type { Translation } from '../index.ts';

export default { title: '' } satisfies Translation<typeof en>;
