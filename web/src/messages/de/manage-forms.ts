import type en from '../en/manage-forms.ts';
import type { Translation } from '../index.ts';

export default { title: '' } satisfies Translation<typeof en>;
