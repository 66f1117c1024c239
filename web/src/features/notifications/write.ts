import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPart, OverPage } from '../../ui/lazy-part.tsx';

const load = () => import('./write-message.tsx');

/** `<Write target={{ user_ids }} title={…}>{(open) => <Button onClick={open}>…</Button>}</Write>` */
export const Write = lazyDialog(load);

/** The same dialog where something else decides when it is open. */
export const WriteMessage = lazyPart(load, OverPage);
