export type { Schemas } from '@muster/client';
