import type { components } from './schema.generated.ts';

export type Schemas = components['schemas'];
