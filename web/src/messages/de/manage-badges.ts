import type en from '../en/manage-badges.ts';
import type { Translation } from '../index.ts';

export default { title: '' } satisfies Translation<typeof en>;
