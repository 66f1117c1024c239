import type en from '../en/plans.ts';
import type { Translation } from '../index.ts';

export default { title: '' } satisfies Translation<typeof en>;
