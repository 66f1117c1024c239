import type { Schemas } from '@muster/client';

export type Shift = Schemas['Shift'];
