export { default as common } from './common.de.ts';
export { default as errors } from './errors.de.ts';
